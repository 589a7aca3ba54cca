// Calls that take an Idempotency-Key and record no result, because their work can't be done twice or does no harm then, with the reason.

/** The second time is refused because of the state that the first has left. */
const refused = [
  ...['delegateSignature', 'removeSignature', 'removeDocument', 'deleteDocument'],
  ...['removeObserver', 'removeAttachment', 'deleteTemplate', 'cancelBulkSend', 'deleteSignerGroup'],
  ...['removeSignerV2', 'removeSignerV3', 'removeDocumentV3', 'deleteDocumentV2', 'deleteDocumentV3'],
  ...['removeAttachmentV2', 'removeAttachmentV3', 'removeObserverV3'],
  ...['checkTan', 'proceed', 'proceedDirect', 'cancelApproval', 'reauthenticate', 'confirmUserEmail'],
  ...['confirmPasskey', 'confirmTotp', 'removeSecondFactor', 'deleteVisualSignature', 'deleteSignatureImage'],
  ...['deleteApiUser', 'createBusiness', 'deleteBusiness', 'revokeBusinessDeletion', 'acceptInvitation'],
  ...[
    'declineInvitation',
    'leaveBusiness',
    'removeMembers',
    'revokeInvitation',
    'joinBusiness',
    'removeDomain',
  ],
  ...['removeIdentityProvider', 'revokeScimToken', 'endAesForBusiness', 'deleteLogo', 'cancelTrial'],
  ...['removeSealMembers', 'deleteSealImage', 'deleteUser', 'changePassword'],
  ...['acceptFairFlat', 'acceptFreeMigration', 'returnIdAustria', 'returnIdAustriaDirect'],
]

/** Twice is the same as once: what is there already is answered. */
const idempotent = [
  // Asked again, they wait for the same signing, and answer how it went.
  ...['sign', 'signDirect', 'createPar'],
  ...['logout', 'revokeOtherSessions', 'revokeSession', 'activateRetention', 'deactivateRetention'],
  ...[
    'addObserver',
    'addObserverV3',
    'addSealMembers',
    'acceptTerms',
    'acceptTermsDirect',
    'getReferralToken',
  ],
  // Invites only those who aren't invited yet.
  ...['inviteMembers', 'addDomain', 'checkDomain', 'adoptIdentifiedName', 'cancelUserEmail'],
  ...['changeToAdmins', 'changeToMembers', 'syncBusinessBilling', 'syncDirectUpgrade'],
  // The same delivery by the same id, which is how the receiver recognises it.
  ...['redeliverCallback', 'redeliverRequestCallbacksV2', 'redeliverRequestCallbacksV3'],
]

/** Replaces the whole by the same again. Nobody is told of a change that changes nothing. */
const replacing = [
  ...['saveFieldInput', 'updateTemplate'],
  ...[
    'updateSignerGroup',
    'updateVisualSignature',
    'setSignatureImage',
    'updateSeal',
    'setSealImage',
    'setLogo',
  ],
  ...['updateDirectUser', 'updateApiUser', 'updateEmbedding', 'updateBusiness', 'updateBusinessSettings'],
  ...[
    'updateDomain',
    'requireIdentityProvider',
    'setIdentityProvider',
    'mapProvisionedGroup',
    'updateBilling',
  ],
]

/** Takes the place of a secret or a start that nobody has seen. */
const renewing = [
  ...['resetApiUser', 'renewRecoveryCodes', 'startPasskey', 'startTotp', 'linkIdentity'],
  ...['startReauthentication'],
]

/** An order of the business's: the same order is pursued, and the payment provider is given its id and its step. */
const ordering = [
  ...['upgradeBusiness', 'changeSeats', 'changeBase', 'confirmDirectUpgrade'],
  ...['createSetupIntent', 'createDirectSetupIntent', 'createPortalSession'],
]

/** Makes nothing that stays. */
const reading = [
  ...[
    'checkBulkSend',
    'previewSignature',
    'previewVisualSignature',
    'payForIdentification',
    'previewRemoval',
  ],
  ...['previewSeats', 'previewUpgrade', 'previewDirectUpgrade', 'validatePromo', 'testIdentityProvider'],
  // A call to the business's own server, which says that it is a test.
  'testCallback',
]

export const harmlessRepeats: readonly string[] = [
  ...refused,
  ...idempotent,
  ...replacing,
  ...renewing,
  ...ordering,
  ...reading,
]
