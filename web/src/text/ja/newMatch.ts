import type { newMatch as english } from "../en/newMatch";

/** The dialog of a new match, with the options of a match. */
export const newMatch: Record<keyof typeof english, string> = {
  scenario: "シナリオ",
  seats: "席",
  seat_me: "自分（このブラウザ）",
  seat_friend: "友人（リンクで招待）",
  seat_anybody: "誰でも（公開の一覧から）",
  seat_bot: "ボット「{name}」",
  dice: "ダイス",
  dice_committed: "サーバーが振り、公正さを証明する",
  dice_committed_help: "最初のダイスの前にハッシュ値が示され、終局後に照合できます。",
  dice_typed: "自分で振って入力する",
  dice_typed_help: "手元に本物のダイスがあるときに。",
  dice_typed_no: "全員がこのブラウザで遊ぶときだけ使えます。",
  options: "選択ルールと裁定（{count}）",
  public: "対局の一覧に載せる",
  public_help: "誰でも観戦できます。非公開の情報は見えません。",
  begin: "始める",
  begin_invite: "対局を開いてリンクを受け取る",
  options_changed: "変更：{count}",
  options_search: "ルールと裁定を検索",
  options_reset: "すべて標準に戻す",
  options_optional: "ルールブックの選択ルール",
  options_rulings: "別の解釈でも遊べる裁定",
  options_none: "その語を含むルールや裁定はありません。",
  option_changed: "変更あり",
};
