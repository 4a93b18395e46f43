/** How the dice are kept fair, and whether they were. */
export const fairness = {
  dice_promise: "How the dice are kept fair",
  dice_promise_text:
    "The dice are made from a secret of the server and a random number from each player. Below is the fingerprint of the secret. Every page first shows only the fingerprint of its number. It shows the number when all fingerprints are there, so nobody can pick a number to their advantage. The secret is shown at the end, and anybody can check it.",
  dice_host:
    "In one point you have to trust the server's operator, who knows the secret: an operator who plays could foresee rolls, but could not change them.",
  receipt: "Download my receipt for the dice",
  receipt_text:
    "This browser keeps a receipt with all these fingerprints and your own number, and compares it at the end. Once the match has begun, you can download the receipt from the menu and check the dice anywhere.",
  promise_changed: "The server now shows another fingerprint of its secret than before.",
  hash_changed: "The server now shows another fingerprint for {side} than before.",
  number_kept_back: "Your number is not sent, so the match cannot begin. Open a new match instead.",
  dice_fair_title: "The dice",
  promise_kept:
    "The dice are proven: the secret shown now matches the fingerprint shown when you sat down, and your own number is in the dice.",
  promise_numbers: "Every player's number matches the fingerprint that this browser received before it showed yours.",
  promise_consistent:
    "The secret shown now matches the server's fingerprint. This browser has no receipt of this match, so it cannot check more.",
  promise_unproven:
    "The secret matches its fingerprint, but some dice follow a take-back to which this browser gave no number. An operator who plays could have chosen these dice.",
  promise_unshown: "The server has not shown the secret of the dice.",
  dice_broken: "Do not trust these dice.",
  broken_match: "The server shows another match than your receipt.",
  broken_version: "The dice were made in another way than your receipt says.",
  broken_commitment: "The server shows another fingerprint than your receipt.",
  broken_commits:
    "The fingerprints of the players' numbers are not those that your browser received before it showed yours.",
  broken_nonces: "The dice were not made with the number on your receipt.",
  broken_fits: "A number in the dice does not match its fingerprint.",
  broken_from: "The part taken over from another game is not what your receipt says.",
  broken_secret: "The secret shown now does not match its fingerprint.",
  broken_renewals: "A take-back in the game is not the one that your browser agreed to.",
  dice_taken: "The start and {count} actions come from another game. Their dice cannot be checked.",
  dice_taken_back: "Take-backs: {count}. The dice after each of them are new.",
  dice_secret: "The secret of the dice",
  dice_verify: "To check every single roll, download the game and your receipt, and run:",
  dice_verify_command: "gunki verify FILE --receipt RECEIPT",
  dice_typed_note: "The dice were typed in at the table.",
} as const;
