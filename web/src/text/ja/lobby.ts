import type { lobby as english } from "../en/lobby";

/** Before a match begins: seats and links. */
export const lobby: Record<keyof typeof english, string> = {
  take_seat: "席に着く",
  sit_as: "{side}の席に着く",
  seat_taken: "この招待はすでに使われています。新しいリンクをもらうか、始まったらここで観戦してください。",
  gathering: "あと{count}人を待っています。全員がそろうと始まります。",
  gathering_send: "ほかのプレイヤーにリンクを送り、このページを開いたままにしてください。",
  gathering_stay: "このページを開いたままにしてください。自動で始まります。",
  gathering_watch: "ここで観戦できます。",
  numbers_awaited:
    "全員そろいました。{sides}のページがダイス用の乱数を示すのを待っています。ページを開くと自動で示されます。",
  number_elsewhere:
    "{sides}のダイス用の乱数は、席に着いたときのブラウザにあります。そのブラウザで対局を一度開くと始まります。",
  seats_links: "席とリンク",
  bot_named: "ボット「{name}」",
  bot_short: "{name}（ボット）",
  seat_mine: "このブラウザ",
  seat_free: "空席",
  seat_resigned: "前のプレイヤーは投了",
  guest: "プレイヤー",
  away: "離席中",
  invite_link: "{side}の招待リンク（一人だけ有効）",
  new_link: "新しいリンクを作る",
  own_link: "自分の席を別のブラウザで使う…",
  own_link_hint: "このリンクを持つ人は誰でもこの席で遊べます。人に渡さないでください。",
  watch_link: "観戦用リンク",
};
