/** Finds rules by words: every typed word, or a synonym of it, must be in the text, in either language. */

import { searchable } from "./texts";

/** Synonyms, one group a line: a search for one also finds the others. They are the same for every game. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["victory", "victories", "win", "wins", "won", "winner", "winning"],
  ["勝利", "勝つ", "勝ち", "勝者", "勝てば"],
  ["lose", "loses", "lost", "loss", "losses", "defeat"],
  ["負け", "敗北", "敗れ"],
  ["損害", "失う", "失われ", "損失"],
  ["battle", "battles", "combat", "fight", "fights", "fighting", "skirmish"],
  ["戦闘", "戦い", "合戦", "会戦", "野戦"],
  ["move", "moves", "movement", "march", "marches", "moving"],
  ["移動", "行軍", "進軍"],
  ["siege", "sieges", "besiege", "besieged", "invest", "invested", "investment"],
  ["攻城", "包囲", "城攻め", "籠城"],
  ["assault", "assaults", "storm"],
  ["強襲", "攻め落とす"],
  ["die", "dice", "roll", "rolls"],
  ["ダイス", "サイコロ", "出目"],
  ["supply", "communication", "line"],
  ["補給", "連絡線", "兵糧"],
  ["die", "dies", "dead", "death", "killed", "kill"],
  ["戦死", "討死", "討たれ", "死亡"],
  ["retreat", "retreats", "fall back", "flee"],
  ["退却", "撤退", "後退"],
  ["zone", "zoc", "control"],
  ["支配", "支配地域", "zoc"],
  ["general", "leader", "commander", "warlord"],
  ["武将", "指揮官", "大将"],
  ["troops", "army", "armies", "unit", "units", "soldiers"],
  ["ユニット", "兵", "軍"],
  ["point", "points", "score", "scores", "vp"],
  ["得点", "点数", "勝利得点"],
  ["turn", "sequence", "phase", "order"],
  ["ターン", "手順", "フェイズ"],
  ["surrender", "gates", "yield"],
  ["降伏", "開城", "降参"],
  ["setup", "set-up", "deployment", "placed", "place"],
  ["準備", "配置", "初期配置"],
  ["ship", "ships", "naval", "navy", "sea"],
  ["水軍", "船", "海"],
  ["end", "ends", "over"],
  ["終わり", "終了"],
  ["river", "water"],
  ["morale", "spirit"],
  ["hex", "space"],
  ["card", "cards", "event"],
  ["カード", "手札", "イベント"],
  ["rebel", "rebels", "rebellion", "betray", "traitor"],
  ["謀反", "裏切り", "離反"],
];

const LATIN = /^[a-z0-9 '’-]+$/;

/** Return a word and its synonyms. */
export function synonymsOf(word: string): string[] {
  return [...new Set([word, ...SYNONYMS.filter((line) => line.includes(word)).flat()])];
}

/**
 * Tell whether a text has a word. A Latin word must begin where a word begins, so that "win" is not found in
 * "following".
 */
function hasWord(text: string, word: string): boolean {
  if (!LATIN.test(word)) return text.includes(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (at === 0 || !/[a-z]/.test(text[at - 1] ?? "")) return true;
  return false;
}

/** Return a test for texts: all typed words must be there, each as it is or by a synonym. */
export function createMatcher(query: string): (texts: readonly string[]) => boolean {
  const words = searchable(query.trim())
    .split(/[\s\u3000]+/)
    .filter(Boolean)
    .map(synonymsOf);
  return (texts) => {
    const all = texts.map(searchable);
    return words.every((others) => others.some((word) => all.some((text) => hasWord(text, word))));
  };
}
