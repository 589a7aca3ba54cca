import type { Language } from '@countersign/contract/values.ts'
import type { DraftSigner } from '../drafts/draft.ts'

let lastKey = 0

/** Someone the service does not know of yet. */
export function newSigner(person: Partial<DraftSigner>, language: Language): DraftSigner {
  const nobody = {
    sid: null,
    name: '',
    email: '',
    mobile: '',
    isMe: false,
    role: null,
    group: null,
    turn: 'own' as const,
    signs: null,
  }
  return { key: `new-${++lastKey}`, language, ...nobody, ...person }
}
