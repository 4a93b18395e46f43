/**
 * Shows the components of the board without a match. The data come from a running server. Start `npm run dev` and open
 * /src/board/dev/gallery.html?game=nobunaga&show=board&lang=en&theme=dark (show: board, bare, parts).
 */
import { mount } from "svelte";
import type { Board, Catalogue, Lang, Scene } from "../../model/types";
import { Texts } from "../../model/texts";
import "../../ui/fonts";
import "../../style/page.css";
import "../board.css";
import Gallery from "./Gallery.svelte";

const query = new URLSearchParams(location.search);
const game = query.get("game") ?? "nobunaga";
const lang: Lang = query.get("lang") === "ja" ? "ja" : "en";
document.documentElement.dataset["theme"] = query.get("theme") ?? "light";
document.documentElement.lang = lang;

async function read<T>(path: string): Promise<T> {
  const answer = await fetch(`/api/catalogue/${game}${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

const [catalogue, board, start] = await Promise.all([
  read<Catalogue>(""),
  read<Board>("/board"),
  read<{ scene: Scene }>(`/start?${query}`),
]);
const target = document.getElementById("page");
if (target) {
  mount(Gallery, {
    target,
    props: {
      board: query.get("show") === "bare" ? { ...board, drawing: null } : board,
      scene: start.scene,
      texts: Texts.of(catalogue, lang),
      other: Texts.of(catalogue, lang === "ja" ? "en" : "ja"),
      mapUrl: `/api/catalogue/${game}/map/`,
      show: query.get("show") ?? "board",
    },
  });
}
