import type { CardBehaviour } from '../resources.ts'

interface TestCard extends CardBehaviour {
  number: string
  brand: string
  /** The name under which the documentation lists it for servers, which see no card numbers. */
  token: string
}

/** From the documentation, "Testing". */
const testCards: readonly TestCard[] = [
  {
    number: '4242424242424242',
    token: 'pm_card_visa',
    brand: 'visa',
    onSetup: 'accepted',
    onCharge: 'accepted',
  },
  {
    number: '5555555555554444',
    token: 'pm_card_mastercard',
    brand: 'mastercard',
    onSetup: 'accepted',
    onCharge: 'accepted',
  },
  {
    number: '4000002500003155',
    token: 'pm_card_authenticationRequiredOnSetup',
    brand: 'visa',
    onSetup: 'authenticate',
    onCharge: 'authenticate_unless_set_up',
  },
  {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    brand: 'visa',
    onSetup: 'authenticate',
    onCharge: 'always_authenticate',
  },
  {
    number: '4000000000000341',
    token: 'pm_card_chargeCustomerFail',
    brand: 'visa',
    onSetup: 'accepted',
    onCharge: 'declined',
  },
  {
    number: '4000000000000002',
    token: 'pm_card_visa_chargeDeclined',
    brand: 'visa',
    onSetup: 'declined',
    onCharge: 'declined',
  },
  {
    number: '4000000000009995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    onSetup: 'declined',
    onCharge: 'insufficient_funds',
  },
]

/** By number or token. */
export function findTestCard(entry: string): TestCard | undefined {
  const plain = entry.replaceAll(/\s/g, '')
  return testCards.find((card) => card.number === plain || card.token === plain)
}
