/** The few words that the board itself says. */
import type { Lang } from "../model/types";

const WORDS = {
  map: { en: "Map", ja: "地図" },
  mapHelp: {
    en: "Arrow keys go from place to place, Enter chooses, plus and minus zoom, 0 shows the whole map.",
    ja: "矢印キーで場所を移り、Enterで選びます。＋と－で拡大縮小、0で全体を表示します。",
  },
  zoomIn: { en: "Zoom in", ja: "拡大" },
  zoomOut: { en: "Zoom out", ja: "縮小" },
  whole: { en: "Show the whole map", ja: "全体を表示" },
  commandedBy: { en: "commanded by {0}", ja: "{0}が指揮" },
  commandedByNobody: { en: "commanded by nobody", ja: "指揮する者なし" },
  nobody: { en: "held by nobody", ja: "支配者なし" },
  heldBy: { en: "held by {0}", ja: "{0}が支配" },
  more: { en: "and {0} more", ja: "ほか{0}" },
  empty: { en: "nobody is here", ja: "誰もいない" },
  mayChoose: { en: "may be chosen", ja: "選べます" },
  copies: { en: "{0} of these", ja: "同じもの{0}枚" },
  chosen: { en: "chosen", ja: "選択済み" },
  looking: { en: "selected", ja: "選択中" },
  spent: { en: "spent", ja: "行動済" },
  dead: { en: "dead", ja: "死亡" },
  times: { en: "{0} ×{1}", ja: "{0}×{1}" },
  options: { en: "{0} options", ja: "選択肢{0}" },
  hidden: { en: "{0} hidden cards", ja: "伏せたカード{0}枚" },
  nothing: { en: "none", ja: "なし" },
  box: { en: "box {0}", ja: "第{0}欄" },
  atMost: { en: "{0} or less counts", ja: "{0}以下で成功" },
  hits: { en: "hits: {0}", ja: "成功 {0}" },
  noHits: { en: "no hit", ja: "成功なし" },
  rolled: { en: "rolled {0}", ja: "出目 {0}" },
  die: { en: "die", ja: "出目" },
  total: { en: "total", ja: "合計" },
  legend: { en: "Legend", ja: "凡例" },
  terrain: { en: "terrain", ja: "地形" },
  good: { en: "good", ja: "有利" },
  bad: { en: "danger", ja: "危険" },
  neutral: { en: "neutral", ja: "中間" },
} as const satisfies Record<string, Record<Lang, string>>;

export type BoardWord = keyof typeof WORDS;

export function boardWord(lang: Lang, key: BoardWord, ...values: (string | number)[]): string {
  return WORDS[key][lang].replace(/\{(\d)\}/g, (_, index: string) => String(values[Number(index)] ?? ""));
}

/** The names of the signs of glyphs.ts, for games without their own (section "glyph" of their texts). */
const SIGNS: Readonly<Record<string, Record<Lang, string>>> = {
  military: { en: "military value", ja: "軍事力" },
  castle: { en: "castle", ja: "城" },
  supply: { en: "supply", ja: "補給" },
  key: { en: "key area", ja: "要地" },
  points: { en: "points", ja: "得点" },
  strategist: { en: "strategist", ja: "軍師" },
  ability: { en: "ability", ja: "能力" },
  action: { en: "action points", ja: "行動力" },
  rank: { en: "rank", ja: "階級" },
  invested: { en: "invested", ja: "包囲中" },
  engaged: { en: "engaged", ja: "交戦中" },
  fortified: { en: "fortified", ja: "防備" },
  morale: { en: "morale", ja: "士気" },
  durability: { en: "durability", ja: "耐久" },
  garrison: { en: "inside the castle", ja: "城内" },
  invests: { en: "invests the castle", ja: "包囲している" },
  reduced: { en: "one step left", ja: "残り1ステップ" },
  neutral: { en: "neutral", ja: "中立" },
  ambush: { en: "in ambush", ja: "伏兵" },
  idle: { en: "may not act", ja: "行動できない" },
  crowded: { en: "too many inside", ja: "籠城限度を超過" },
  engages: { en: "must attack", ja: "攻撃義務" },
  cargo: { en: "laden", ja: "輸送中" },
  sheltered: { en: "in shelter", ja: "港内" },
  exposed: { en: "in the open", ja: "港外" },
  ironclad: { en: "ironclad", ja: "鉄甲船" },
  ship: { en: "ships", ja: "水軍" },
  general: { en: "general", ja: "武将" },
};

export const signWord = (lang: Lang, glyph: string): string | null => SIGNS[glyph]?.[lang] ?? null;
