/** Links that carry a seat. The secret part stands behind `#`, so it reaches no log and no referrer. */

export function inviteLink(match: string, seat: string, invite: string): string {
  return `${location.origin}/m/${encodeURIComponent(match)}#${new URLSearchParams({ seat, invite }).toString()}`;
}

export function seatLink(match: string, seat: string, token: string): string {
  return `${location.origin}/m/${encodeURIComponent(match)}#${new URLSearchParams({ seat, token }).toString()}`;
}

export function watchLink(match: string): string {
  return `${location.origin}/m/${encodeURIComponent(match)}`;
}
