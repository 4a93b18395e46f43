/** Which script counters bear: that of the page's language, or kanji in every language. Whoever keeps the settings tells it. */
export const counterScript = $state({ kanji: false });
