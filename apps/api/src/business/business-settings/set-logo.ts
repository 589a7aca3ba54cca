import type { AccountActor } from '#api/platform/actor.ts'
import type { Business, Logo } from '#api/business/businesses/business.ts'
import { appendBusinessEvent } from '#api/business/businesses/append-event.ts'
import { allowAdmin } from '#api/business/businesses/policy.ts'
import { lockForNoKeyUpdate } from '#api/business/businesses/repository.ts'
import type { Context } from '#api/providers/context.ts'
import { transaction } from '#api/platform/db/transaction.ts'
import { eventActor } from '#api/evidence/append-event.ts'
import { Refusal } from '#api/platform/refusal.ts'
import { saveLogo } from '#api/business/businesses/logo-repository.ts'
import type { PlanLimits } from '#api/business/businesses/billing-steps.ts'
import { createHash } from 'node:crypto'
import type { ImageOrder } from '#api/documents/images/transform-thread.ts'
import type { Task } from '#api/platform/threads/task.ts'
import { readGivenPicture } from '#api/documents/visual-signatures/read-uploaded-picture.ts'
import { runForPicture } from '#api/documents/visual-signatures/run-for-picture.ts'

/** It goes out with each mail, so it is small; and twice as large as it is shown, for fine screens and for paper. */
const size = { width: 600, height: 240 } as const

const transformTask: Task<ImageOrder & { bytes: Uint8Array }, Promise<Uint8Array>> = {
  module: new URL('../../documents/images/transform-thread.ts', import.meta.url),
  name: 'transform',
}

export async function setLogo(
  context: Context & PlanLimits,
  actor: AccountActor,
  businessId: string,
  content: string,
): Promise<Business> {
  // Who may not is told so before their picture is read.
  await allowAdmin(context.db, actor, businessId)
  await context.refuseFeature(context.db, businessId, 'branding')
  return keep(context, actor, businessId, await readLogo(context, content))
}

export function deleteLogo(context: Context, actor: AccountActor, businessId: string): Promise<Business> {
  return keep(context, actor, businessId, null)
}

/** A call that changes nothing isn't recorded as an action. */
async function keep(
  context: Context,
  actor: AccountActor,
  businessId: string,
  given: (Logo & { readonly png: Buffer }) | null,
): Promise<Business> {
  return transaction(context.db, async (tx) => {
    const business = await lockForNoKeyUpdate(tx, businessId)
    await allowAdmin(tx, actor, businessId)
    if (!business) throw new Refusal('not_found')
    const logo = given && { hash: given.hash, width: given.width, height: given.height }
    if (logo?.hash === business.logo?.hash) return business
    await saveLogo(tx, businessId, given)
    await appendBusinessEvent(tx, businessId, {
      type: logo ? 'logo_set' : 'logo_removed',
      at: context.now(),
      actor: eventActor(actor),
      data: { ...(logo ?? business.logo) },
    })
    return { ...business, logo }
  })
}

/** A picture that someone sent, as it is kept: decoded and written again in a worker thread, as PNG and nothing else. */
async function readLogo(context: Context, content: string): Promise<Logo & { readonly png: Buffer }> {
  const whole = await readGivenPicture(context, { content, removeBackground: false }, 'image')
  const order = { ...size, format: 'png', quality: 95, fit: 'inside', position: 'center' } as const
  const written = await runForPicture(context, () =>
    context.threads.render.run(transformTask, { ...order, bytes: whole }, { timeLimit: 5000 }),
  )
  const png = Buffer.from(written)
  // ISO/IEC 15948 §11.2.2: width and height are the first of IHDR, which comes first.
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  return { png, width, height, hash: createHash('sha256').update(png).digest('hex') }
}
