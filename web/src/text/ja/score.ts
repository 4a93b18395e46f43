import type { score as english } from "../en/score";

/** Aims, ways to win and to lose, points, and the dice to come. */
export const score: Record<keyof typeof english, string> = {
  aim: "目標",
  aims: "勝敗の条件",
  aim_win: "勝利条件",
  aim_lose: "敗北条件",
  aim_draw: "引き分け",
  aim_holds: "現在満たしている",
  aim_not_now: "現在満たしていない",
  aim_held: "これで決着",
  aim_not_so: "該当せず",
  aim_needs: "{value}（必要 {needed}）",
  aim_now: "現在 {value}（必要 {needed}）",
  aim_now_limit: "現在 {value}（{needed}で敗北）",
  aim_at_once: "即時",
  aim_turn_end: "ターン終了時",
  aim_game_end: "ゲーム終了時",
  met: "達成",
  not_met: "未達成",
  points_from: "得点の内訳",
  no_points: "まだなし",
  no_points_at_all: "まだ誰も得点していません",
  dice_to_come: "これからの判定",
  no_modifiers: "現在は出目の修正なし",
  no_die: "現在は該当する出目なし",
};
