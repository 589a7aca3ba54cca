import type { Context } from '#api/providers/context.ts'
import type { Business } from './business.ts'
import { usage } from './command-usage.ts'
import { NotDone } from './create-business.ts'
import * as repository from './repository.ts'

/** What was typed makes no sense: says why, where that is known, and lists the commands. */
export class UsageError extends Error {
  override name = 'UsageError'

  constructor(why: string | null = null, options?: ErrorOptions) {
    super(why === null ? usage : `${why}\n${usage}`, options)
  }
}

export type CommandContext = Pick<Context, 'config' | 'db' | 'log' | 'now' | 'payment' | 'pool'>
export type Options = Readonly<Record<string, string | boolean | undefined>>
export type Command = (context: CommandContext, options: Options, given: readonly string[]) => Promise<string>

export function need(given: string | boolean | undefined): string {
  if (typeof given !== 'string' || given === '') throw new UsageError()
  return given
}

export function isOn(given: string | undefined): boolean {
  if (given !== 'on' && given !== 'off') throw new UsageError()
  return given === 'on'
}

/** The number that an option is given: `--seats 25`. */
export function numberIn(options: Options, name: string, most: number): number {
  const number = Number(options[name])
  if (!Number.isSafeInteger(number) || number < 1 || number > most)
    throw new UsageError(`--${name} has to be a number from 1 to ${most}.`)
  return number
}

/** A day like 2027-01-31, in UTC. */
export function day(given: string | boolean): Date {
  const text = need(given)
  const at = new Date(`${text}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text)
    throw new UsageError(`${text} is not a day like 2027-01-31.`)
  return at
}

/** By its id or its name. */
export async function businessNamed(
  { db }: Pick<Context, 'db'>,
  named: string | undefined,
): Promise<Business> {
  const name = need(named)
  const found = /^[0-9a-f-]{36}$/.test(name)
    ? [await repository.find(db, name)]
    : await repository.listByName(db, name)
  const [business, other] = found
  if (!business) throw new NotDone(`There is no business ${name}.`)
  if (other) throw new NotDone(`Several businesses are called ${name}: give the id.`)
  return business
}

/** The one that is named, or with `all` every business there is. */
export async function businessesNamed(
  context: Pick<Context, 'db'>,
  { all }: Options,
  [named]: readonly string[],
): Promise<readonly Business[]> {
  if (all !== true) return [await businessNamed(context, named)]
  if (named !== undefined) throw new UsageError()
  return repository.listAll(context.db)
}
