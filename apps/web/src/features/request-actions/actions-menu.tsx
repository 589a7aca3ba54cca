import type {
  DeletionOutcome,
  Event,
  SignatureRequest,
} from '@countersign/contract/signature-request-shapes.ts'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Menu, type MenuItem } from '#web/ui/menu.tsx'
import type { RequestActions } from './action-calls.ts'
import { openAddSignerGroup } from './signers/add-signer-group.tsx'
import { openDuplicate } from './duplicate-request.tsx'
import { openAddSigner } from './signers/change-signers.tsx'
import { openCorrectPlace } from './correct-place.tsx'
import { openCorrect } from './correct.tsx'
import { openDelegate } from './signers/delegate.tsx'
import { openDecline, openWithdraw } from './message-action.tsx'
import { openAddObserver } from './observers.tsx'
import { openRemind } from './remind.tsx'
import { removalOf } from './removal.ts'
import { openRemoveRequests } from './remove-requests.tsx'
import { signersToRemind } from './reminders.ts'
import { maySignersChange } from './signers/signer-order.ts'

/** The outcome of an action, for the page to show and to follow. */
export interface ActionOutcomes {
  /** The request is another now. */
  readonly onChanged: (request: SignatureRequest) => void
  /** There is a draft now that was made from it. */
  readonly onCopied: (draft: SignatureRequest) => void
  /** Someone else signs: the request may not be one's own to see any longer. */
  readonly onDelegated: (request: SignatureRequest, email: string) => void
  /** Reminders went out: it has to be read again. */
  readonly onReminded: () => void
  readonly onRemoved: (outcome: DeletionOutcome) => void
}

interface ActionsMenuProps extends ActionOutcomes {
  request: SignatureRequest
  events: readonly Event[]
  actions: RequestActions
  /** Its documents, places and words are to be kept for others. */
  onSaveTemplate: () => void
}

/** Everything one may do with a request besides signing it, by what the service says one may. */
export function ActionsMenu(props: ActionsMenuProps) {
  const { t } = useLingui()
  const items = useItems(props)
  if (items.length === 0) return null
  return <Menu button={{ icon: 'more', label: t`More`, type: 'text', color: 'neutral' }} items={items} />
}

/** What was sent by oneself: a draft is composed, not begun again. */
function isOwnAndOut({ viewer, status_overall }: SignatureRequest): boolean {
  return viewer.role === 'owner' && status_overall !== 'DRAFT'
}

function useItems(props: ActionsMenuProps): MenuItem[] {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { request, actions, events, onChanged } = props
  const { can } = request.viewer
  const removal = removalOf(request)
  const items: (MenuItem | false)[] = [
    signersToRemind(request).length > 0 && {
      label: t`Remind …`,
      icon: 'mail',
      onSelect: () => openRemind({ request, events, actions, onDone: props.onReminded }),
    },
    maySignersChange(request) && {
      label: t`Correct …`,
      icon: 'draft',
      onSelect: () => openCorrect({ request, actions, onDone: onChanged }),
    },
    maySignersChange(request) && {
      label: t`Move signature field …`,
      icon: 'sign',
      onSelect: () => openCorrectPlace({ request, actions, queries, onDone: onChanged }),
    },
    isOwnAndOut(request) && {
      label: t`Duplicate …`,
      icon: 'document',
      onSelect: () => openDuplicate({ request, actions, onDone: props.onCopied }),
    },
    request.viewer.role === 'owner' && {
      label: t`Save as template …`,
      icon: 'document',
      onSelect: props.onSaveTemplate,
    },
    maySignersChange(request) && {
      label: t`Add a signer …`,
      icon: 'plus',
      onSelect: () => openAddSigner({ request, actions, onDone: onChanged }),
    },
    maySignersChange(request) && {
      label: t`Add a signer group …`,
      icon: 'plus',
      onSelect: () => openAddSignerGroup({ request, actions, onDone: onChanged }),
    },
    can.addObserver && {
      label: t`Add an observer …`,
      icon: 'eye',
      onSelect: () => openAddObserver({ actions, onDone: onChanged }),
    },
    can.delegate && {
      label: t`Delegate …`,
      icon: 'person',
      onSelect: () => openDelegate({ request, run: actions.delegate, onDone: props.onDelegated }),
    },
    can.decline && {
      label: t`Decline …`,
      icon: 'cancel',
      color: 'error',
      onSelect: () => openDecline({ request, run: actions.decline, onDone: onChanged }),
    },
    can.withdraw && {
      label: t`Withdraw …`,
      icon: 'cancel',
      color: 'error',
      onSelect: () => openWithdraw({ request, run: actions.withdraw, onDone: onChanged }),
    },
    // An open request of one's own is withdrawn, which is asked for by its own name above.
    (removal === 'left' || removal === 'deleted') && {
      label: removal === 'left' ? t`Remove from my documents …` : t`Delete …`,
      icon: 'trash',
      color: 'error',
      onSelect: () =>
        openRemoveRequests({
          read: async () => ({ requests: [await actions.read()], unread: [] }),
          run: async ([read]) => {
            const outcome = read && removalOf(read)
            if (!outcome) return
            try {
              props.onRemoved(await actions.remove(outcome))
            } catch (failure) {
              // What changed meanwhile wasn't read.
              void queries.invalidateQueries({ queryKey: ['signature-request', request.id] })
              throw failure
            }
          },
        }),
    },
  ]
  return items.filter((item) => item !== false)
}
