import type { Context } from '#api/providers/context.ts'
import { deleteExpired } from './purge-repository.ts'

/** What is over is kept a while for whoever looks into an incident, then goes. Answers how many rows went. */
export async function purgeExpired(context: Context): Promise<number> {
  const weekAgo = daysBefore(context.now(), 7)
  const dayAgo = daysBefore(context.now(), 1)
  return deleteExpired(context.db, { weekAgo, dayAgo })
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000)
}
