import type { errors as english } from "../en/errors";

/** Errors: what happened, and what to do next. The keys are `error_` and the code or status of the server's answer. */
export const errors: Record<keyof typeof english, string> = {
  error_unknown: "ページに問題が起きました。再読み込みしてください。サーバーが受け付けた内容は失われません。",
  error_away: "サーバーに接続できません。自動で再接続を試みています。ネットワークとサーバーの状態を確認してください。",
  error_bad_request: "サーバーが要求を処理できませんでした。下に示す点を修正してください。",
  error_unauthorized: "このリンクまたは席は無効です。新しいリンクをもらってください。",
  error_forbidden: "この席からはできない操作です。",
  error_not_found: "見つかりません。アドレスを確認するか、最初のページへ戻ってください。",
  error_stale: "その間に対局が進みました。地図を確認して、選び直してください。",
  error_illegal: "ルール上、今はできません。",
  error_too_large: "大きすぎます。もっと小さいものを送ってください。",
  error_too_many: "要求が多すぎます。少し待ってから、もう一度お試しください。",
  error_busy: "サーバーが混み合っています。何も変わっていません。少し待ってから、もう一度お試しください。",
  error_full: "サーバーに空きがありません。何も変わっていません。サーバーの管理者に連絡してください。",
  error_damaged: "サーバーの保存データの一部が壊れています。何も変わっていません。サーバーの管理者に連絡してください。",
  error_not_yet: "終局後にできるようになります。それまでは、記録にほかのプレイヤーの秘密が含まれるためです。",
  error_over: "対局は終わっています。",
  error_aside: "この対局は続行不能です。理由は地図の横に表示しています。そこから新しい対局として続けられます。",
  error_fault: "サーバーでエラーが起きました。何も失われていません。もう一度お試しください。",
};
