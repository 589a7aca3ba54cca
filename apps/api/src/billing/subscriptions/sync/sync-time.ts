/** Each business is asked about once an hour at the latest, those of one hour spread over it by their ids. */
export function nextSync(businessId: string, now: Date): Date {
  const hour = 3_600_000
  const offset = Number.parseInt(businessId.slice(0, 6), 16) % hour
  const next = Math.floor((now.getTime() - offset) / hour + 1) * hour + offset
  return new Date(Math.max(next, now.getTime() + 60_000))
}
