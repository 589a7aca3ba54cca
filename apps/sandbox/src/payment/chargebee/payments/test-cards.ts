import type { CardBehaviour } from '../resources.ts'

interface TestCard {
  number: string
  label: string
  onSave: 'accepted' | 'declined' | 'authentication'
  onCharge: CardBehaviour
}

/** The labels are the names of the radio buttons, by which journeys find them. */
export const testCards: readonly TestCard[] = [
  { number: '4111111111111111', label: 'Accepted', onSave: 'accepted', onCharge: 'accepted' },
  {
    number: '4000002500003155',
    label: 'Needs authentication once',
    onSave: 'authentication',
    onCharge: 'accepted',
  },
  {
    number: '4000002760003184',
    label: 'Needs authentication for each payment',
    onSave: 'authentication',
    onCharge: 'authentication_required',
  },
  { number: '4000000000000002', label: 'Declined', onSave: 'declined', onCharge: 'declined' },
  { number: '4000000000000341', label: 'Accepted, then declined', onSave: 'accepted', onCharge: 'declined' },
]

/** Any other number is a card that is accepted. */
export function cardOf(number: string): TestCard {
  const known = testCards.find((card) => card.number === number)
  return known ?? { number, label: number, onSave: 'accepted', onCharge: 'accepted' }
}
