/** Before a match begins: seats and links. */
export const lobby = {
  take_seat: "Take a seat",
  sit_as: "Sit down as {side}",
  seat_taken: "This invitation has been used already. Ask for a new link, or watch the match here once it begins.",
  gathering: "Waiting for players: {count}. The match begins when the last one is here.",
  gathering_send: "Send the other players their links, and leave this page open.",
  gathering_stay: "Leave this page open. The match begins by itself.",
  gathering_watch: "You can watch the match here.",
  numbers_awaited:
    "Everybody is here. Waiting for the page of {sides} to show its number for the dice. It does so by itself as soon as it is open.",
  number_elsewhere:
    "The number of {sides} for the dice is in the browser in which you sat down. Open the match there once, and it begins.",
  seats_links: "Seats and links",
  bot_named: "bot “{name}”",
  bot_short: "{name} (bot)",
  seat_mine: "in this browser",
  seat_free: "still free",
  seat_resigned: "its player has resigned",
  guest: "a player",
  away: "away",
  invite_link: "Link for {side}; good for one person",
  new_link: "Make a new link",
  own_link: "Use my seat in another browser …",
  own_link_hint: "Anybody who has this link can play this seat. Keep it to yourself.",
  watch_link: "Link for spectators",
} as const;
