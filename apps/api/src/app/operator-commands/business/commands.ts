import { canonicalEmail } from '@countersign/contract/email.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { billingCommands } from '#api/billing/subscriptions/commands/commands.ts'
import type { Context } from '#api/providers/context.ts'
import { systemActor } from '#api/evidence/append-event.ts'
import { setSeatLimit } from '#api/business/members/set-seat-limit.ts'
import { prices } from '#api/billing/plans/prices-command.ts'
import { addSeal, disableSeal, proveAgain } from '#api/business/seals/add-seal.ts'
import * as seals from '#api/business/seals/repository.ts'
import { type Seal, statusOf } from '#api/business/seals/seal.ts'
import type { Business, SettingsChange } from '#api/business/businesses/business.ts'
import {
  businessNamed,
  type Command,
  isOn,
  need,
  type CommandContext,
  UsageError,
} from '#api/business/businesses/command.ts'
import { addMember, createBusiness, NotDone } from '#api/business/businesses/create-business.ts'
import * as repository from '#api/business/businesses/repository.ts'
import { updateBusinessSettings } from '#api/business/businesses/update-business-settings.ts'
import { planLimits } from '#api/billing/usage/refuse-feature.ts'
import { counted } from '#api/platform/values/counted.ts'

export const commands: Readonly<Record<string, Command>> = {
  create: async (context, { name, admin }) => {
    const business = await createBusiness(context, { name: need(name), admin: canonicalEmail(need(admin)) })
    return `${business.name} is there: ${business.id}`
  },
  list: async ({ db }) => {
    const lines = (await repository.listAll(db)).map((business) => describe(db, business))
    return (await Promise.all(lines)).join('\n') || 'There is no business.'
  },
  'add-member': async (context, _, [named, email, role = 'member']) => {
    const business = await businessNamed(context, named)
    if (role !== 'admin' && role !== 'member') throw new UsageError()
    await addMember(context, business.id, { email: canonicalEmail(need(email)), role })
    return `${email} belongs to ${business.name} as ${role}.`
  },
  set: async (context, _, [named, setting, value]) => {
    if (setting !== 'part11') throw new UsageError()
    return change(context, named, { part11: { enabled: isOn(value) } })
  },
  seats: async (context, _, [named, number]) => {
    const { id, name } = await businessNamed(context, named)
    const seats = number === 'none' ? null : Number(need(number))
    if (seats !== null && !(Number.isSafeInteger(seats) && seats >= 1 && seats <= 100_000))
      throw new UsageError()
    await setSeatLimit(context, id, seats, systemActor)
    const people = await repository.listMembers(context.db, id)
    const locked = people.filter(({ lockedAt }) => lockedAt).map(({ email }) => `  locked  ${email}`)
    return [
      `${name} has ${seats === null ? 'any number of seats' : counted(seats, 'seat')} and ${counted(people.length, 'person', 'people')}.`,
      ...locked,
    ].join('\n')
  },
  'pay-for-identifications': async (context, _, [named, law, whose, value]) => {
    if ((law !== 'eidas' && law !== 'zertes') || (whose !== 'members' && whose !== 'invitations'))
      throw new UsageError()
    const paid = whose === 'members' ? { payForMembers: isOn(value) } : { payForInvitations: isOn(value) }
    return change(context, named, { identifications: { [law]: paid } })
  },
  'add-seal': async (context, options, [named]) => {
    const business = await businessNamed(context, named)
    const { quality, legislation, service, label } = options
    if (quality !== 'AES' && quality !== 'QES') throw new UsageError()
    if (legislation !== 'ZERTES' && legislation !== 'EIDAS') throw new UsageError()
    const seal = await addSeal(context, business.id, {
      accountName: need(options['name']),
      label: label ? String(label) : business.name,
      quality,
      legislation,
      service: service ? String(service) : null,
      sealName: String(options['seal-name'] ?? business.name),
      organisation: String(options['organisation'] ?? business.name),
      certifies: options['certifies'] === true,
    })
    return reportProof(context, seal)
  },
  'prove-seal': async (context, _, [named, name]) => {
    const seal = await sealNamed(context, named, name)
    await proveAgain(context, seal)
    return reportProof(context, seal)
  },
  'disable-seal': async (context, _, [named, name]) => {
    const seal = await sealNamed(context, named, name)
    await disableSeal(context, seal)
    return `Nobody can seal with ${seal.accountName} any more.`
  },
  prices,
  ...billingCommands,
}

async function sealNamed(
  context: CommandContext,
  business: string | undefined,
  name: string | undefined,
): Promise<Seal> {
  const { id } = await businessNamed(context, business)
  const seal = await seals.find(context.db, id, need(name))
  if (!seal) throw new NotDone(`There is no seal ${name}.`)
  return seal
}

async function change(
  context: CommandContext,
  named: string | undefined,
  what: SettingsChange,
): Promise<string> {
  const { id } = await businessNamed(context, named)
  const { settings } = await updateBusinessSettings({ ...context, ...planLimits(context) }, null, id, what)
  return JSON.stringify(settings, null, 2)
}

const patience = 30_000

/** The job asks the trust service, in the process that has its credentials. */
async function reportProof({ db }: CommandContext, { id, accountName }: Seal): Promise<string> {
  for (const until = Date.now() + patience; Date.now() < until; await pause(250)) {
    const seal = await seals.findById(db, id)
    if (seal?.provedAt) return `${accountName} seals as ${seal.certificate?.subject} (${seal.service}).`
    if (seal?.refusal) throw new NotDone(`${accountName} cannot be used. ${seal.refusal}`)
  }
  return `${accountName} is there. Its trust service has not answered yet: it is asked while Countersign runs.`
}

async function describe(db: Context['db'], business: Business): Promise<string> {
  const people = await repository.listMembers(db, business.id)
  const own = await seals.list(db, business.id)
  return [
    `${business.name}  ${business.id}`,
    ...people.map(({ email, role }) => `  ${role}  ${email}`),
    ...own.map((seal) => `  seal  ${seal.accountName}  ${seal.label}  ${statusOf(seal)}`),
  ].join('\n')
}
