import { actScreens } from './acts.ts'
import { accountScreens } from './account.ts'
import { billingScreens } from './billing.ts'
import { businessDialogScreens } from './business-dialogs.ts'
import { businessScreens } from './business.ts'
import { companySignInScreens } from './company-sign-in.ts'
import { composeScreens } from './compose.ts'
import { documentScreens } from './documents.ts'
import type { IntermediateScreen } from './intermediate-screen.ts'
import { outsideScreens } from './outside.ts'
import { sendingScreens } from './sending.ts'
import { signingInScreens } from './signing-in.ts'
import { signingOverlayScreens } from './signing-overlays.ts'
import { signingStepScreens } from './signing-steps.ts'
import { signingScreens } from './signing.ts'
import { submittingScreens } from './submitting.ts'
import { templateScreens } from './templates.ts'
import { verifyScreens } from './verify.ts'

/** In the order in which the page of pictures has them. */
export const intermediateScreens: readonly IntermediateScreen[] = [
  ...signingInScreens,
  ...signingScreens,
  ...signingStepScreens,
  ...signingOverlayScreens,
  ...documentScreens,
  ...actScreens,
  ...composeScreens,
  ...sendingScreens,
  ...templateScreens,
  ...accountScreens,
  ...businessScreens,
  ...companySignInScreens,
  ...businessDialogScreens,
  ...billingScreens,
  ...verifyScreens,
  ...submittingScreens,
  ...outsideScreens,
]
