import type { Language } from '@countersign/contract/values.ts'
import { useState } from 'react'
import type { DraftSigner } from '../drafts/draft.ts'
import { newSigner } from './new-signer.ts'

/** A form to begin with where nobody signs yet; another one each time, so that no form keeps what the last one held. */
export function useBlankSigner(signers: readonly DraftSigner[], language: Language): DraftSigner | null {
  const [blank, setBlank] = useState(() => newSigner({}, language))
  const [isUsed, setUsed] = useState(false)
  const isHere = signers.some(({ key }) => key === blank.key)
  if (isHere && !isUsed) setUsed(true)
  if (!isHere && isUsed) {
    setUsed(false)
    setBlank(newSigner({}, language))
  }
  return signers.length === 0 ? blank : null
}
