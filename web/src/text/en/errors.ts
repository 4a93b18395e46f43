/** Errors: what happened, and what to do next. The keys are `error_` and the code or status of the server's answer. */
export const errors = {
  error_unknown: "Something went wrong on this page. Load it again. Nothing that the server confirmed is lost.",
  error_away:
    "The server cannot be reached. The page keeps trying. Check that you are online and that the server is running.",
  error_bad_request: "The server did not understand the request. Correct what is named below.",
  error_unauthorized: "This link or seat is not valid any more. Ask for a new link.",
  error_forbidden: "Your seat may not do this.",
  error_not_found: "This does not exist, or does not exist any more. Check the address, or go to the front page.",
  error_stale: "The game has moved on in the meantime. Look at the map, and choose again.",
  error_illegal: "The rules do not allow that now.",
  error_too_large: "The file or text is too large. Send a smaller one.",
  error_too_many: "Too many requests at once. Wait a little, then try again.",
  error_busy: "The server is busy. Nothing has changed. Try again in a moment.",
  error_full: "The server has no room left for this. Nothing has changed. Ask the server's operator to make room.",
  error_damaged:
    "A part of the server's store is damaged. Nothing has changed. Ask the server's operator to repair it.",
  error_not_yet: "This is possible when the game is over. Until then the record holds the other players' secrets.",
  error_over: "The game is over.",
  error_aside:
    "This match is unplayable: it cannot go on. The reason stands beside the map. You can continue from there as a new match.",
  error_fault: "The server made an error. Nothing is lost. Try again.",
} as const;
