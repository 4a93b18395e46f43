/** Which script counters have: that of the page's language, or kanji in every language. `settings` sets it. */
export const counterScript = $state({ kanji: false });
