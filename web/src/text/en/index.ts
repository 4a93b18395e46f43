import { battle } from "./battle";
import { closing } from "./closing";
import { council } from "./council";
import { decision } from "./decision";
import { errors } from "./errors";
import { fairness } from "./fairness";
import { front } from "./front";
import { general } from "./general";
import { lesson } from "./lesson";
import { lobby } from "./lobby";
import { maps } from "./maps";
import { newMatch } from "./newMatch";
import { reference } from "./reference";
import { score } from "./score";
import { table } from "./table";

/** The page's own words in English, one file for each screen. Japanese (../ja) has the same files and keys. */
export const en = {
  ...general,
  ...errors,
  ...front,
  ...newMatch,
  ...lobby,
  ...fairness,
  ...table,
  ...decision,
  ...council,
  ...battle,
  ...score,
  ...reference,
  ...closing,
  ...lesson,
  ...maps,
} as const;
