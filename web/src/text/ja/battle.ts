import type { battle as english } from "../en/battle";

/** The battle scene. */
export const battle: Record<keyof typeof english, string> = {
  battle_scene: "合戦の場面",
  battle_fight: "戦闘",
  battle_roll: "判定",
  battle_siege: "攻城の判定",
  battle_besieger: "包囲側",
  battle_besieged: "籠城側",
  battle_attacker: "攻撃側",
  battle_defender: "防御側",
  battle_rolls: "ダイスを振る側",
  battle_strength: "戦闘力",
  battle_limit: "本来は{whole}。",
  battle_leader: "指揮：{name}",
  battle_lost: "損害 {count}",
  battle_cap: "上限",
  battle_read: "（該当）",
  battle_unfold: "開く",
  battle_fold: "たたむ",
  battle_toll: "損害",
  battle_none: "なし",
  battle_count: "{of}件中{number}件目",
};
