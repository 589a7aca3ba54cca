import { accountScreens } from './account.ts'
import { billingScreens } from './billing.ts'
import { businessScreens } from './business.ts'
import { composeScreens } from './compose.ts'
import { documentScreens } from './documents.ts'
import type { IntermediateScreen } from './intermediate-screen.ts'
import { outsideScreens } from './outside.ts'
import { sendingScreens } from './sending.ts'
import { signingInScreens } from './signing-in.ts'
import { signingStepScreens } from './signing-steps.ts'
import { signingScreens } from './signing.ts'
import { templateScreens } from './templates.ts'
import { verifyScreens } from './verify.ts'

/** In the order in which the page of pictures has them. */
export const intermediateScreens: readonly IntermediateScreen[] = [
  ...signingInScreens,
  ...signingScreens,
  ...signingStepScreens,
  ...documentScreens,
  ...composeScreens,
  ...sendingScreens,
  ...templateScreens,
  ...accountScreens,
  ...businessScreens,
  ...billingScreens,
  ...verifyScreens,
  ...outsideScreens,
]
