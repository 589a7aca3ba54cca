import { tabMemory } from '#web/lib/browser/tab-memory.ts'

/** The token of the mailed link, between checking it and setting the new password. */
export const resetLink = tabMemory<{ token: string; email: string }>('password-reset')

/** Where the mail went, and when in milliseconds: another one may be asked for a little later. */
export const resetMail = tabMemory<{ email: string; at: number }>('password-reset-mail')
