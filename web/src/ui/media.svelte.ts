/** How much room the window has. */

class Media {
  isPhone = $state(false);
  /** True if there is no room for scores at the foot of the page. */
  isTight = $state(false);

  constructor() {
    this.watch("(max-width: 760px)", (now) => (this.isPhone = now));
    this.watch("(max-width: 1180px)", (now) => (this.isTight = now));
  }

  private watch(query: string, put: (now: boolean) => void): void {
    const list = matchMedia(query);
    put(list.matches);
    list.addEventListener("change", (event) => put(event.matches));
  }
}

export const media = new Media();
