import type { BusinessProviders } from '#api/identity/single-sign-on/business-provider.ts'
import type { Context } from '#api/providers/context.ts'

export type SessionsContext = Context & BusinessProviders
