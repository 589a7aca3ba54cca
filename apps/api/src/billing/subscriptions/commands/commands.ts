import type { Command } from '#api/business/businesses/command.ts'
import { block, unblock } from './block.ts'
import { checkBilling } from './check-billing.ts'
import { markRefunded } from './mark-refunded.ts'
import { setManual } from './set-manual.ts'
import { offerFairFlat } from './offer-fair-flat.ts'
import { offerFreeMigration } from './offer-free-migration.ts'
import { listSurveys } from './list-surveys.ts'
import { startTrial } from './start-trial.ts'
import { syncNamed } from './sync-named.ts'

/** What the operator does about billing: `countersign business …`. */
export const billingCommands: Readonly<Record<string, Command>> = {
  billing: checkBilling,
  'billing-sync': syncNamed,
  refunded: markRefunded,
  manual: setManual,
  block,
  unblock,
  trial: startTrial,
  'offer-fair-flat': offerFairFlat,
  'offer-free-migration': offerFreeMigration,
  surveys: listSurveys,
}
