import type { council as english } from "../en/council";

/** What the others did since the player's last decision, and how a seat's status has changed. */
export const council: Record<keyof typeof english, string> = {
  council: "前回の決定のあと",
  council_watching: "今、盤上で",
  council_recall: "何が起きたか",
  council_idle: "{sides}は何もしませんでした。",
  council_empty: "まだ誰も動いていません。",
  council_nobody: "出来事：",
  council_show: "見る",
  council_done: "先へ進む",
  council_fight: "戦闘を見る",
  council_details: "詳細：{count}",
  council_more: "変化のなかったことも見る：{count}",
  council_less: "変化のなかったことを隠す",
  skip: "スキップ",
  you_are_out: "あなたは脱落しました",
  you_became: "立場が変わりました",
  watch_on: "観戦する",
  to_the_end: "終わりまで一気に進める",
  go_on: "続ける",
};
