import type { BillingFacts, BillingWording, BillingWords } from './billing-wording.ts'

export const billingWords: BillingWords = {
  button: 'Abonnement und Rechnungen öffnen',
  plan_bought: ({ business, plan, seats }) => ({
    subject: `Das Abonnement ${plan} von ${business} ist aktiv`,
    paragraph: `Willkommen. ${business} hat jetzt das Abonnement ${plan} mit ${seats} ${seats === 1 ? 'Platz' : 'Plätzen'}. Die Rechnung finden Sie beim Abonnement.`,
  }),
  plan_changed: ({ business, plan, seats }) => ({
    subject: `${business} hat jetzt das Abonnement ${plan}`,
    paragraph: `Das Abonnement von ${business} wurde geändert: Es ist jetzt ${plan} mit ${seats} ${seats === 1 ? 'Platz' : 'Plätzen'}.`,
  }),
  plan_cancelled: ({ business, plan, day }) => ({
    subject: `Das Abonnement von ${business} endet am ${day}`,
    paragraph: `Das Abonnement ${plan} wurde gekündigt. Sie können es bis ${day} nutzen; danach wird nichts mehr belastet. Bis dahin können Sie die Kündigung zurücknehmen.`,
  }),
  plan_cancellation_revoked: ({ business, plan }) => ({
    subject: `${business} behält das Abonnement`,
    paragraph: `Die Kündigung wurde zurückgenommen. Das Abonnement ${plan} läuft weiter wie bisher.`,
  }),
  plan_ended: ({ business }) => ({
    subject: `Das Abonnement von ${business} ist beendet`,
    paragraph:
      'Ihre Dokumente bleiben, und Sie können unterschreiben, worum andere Sie bitten. Um wieder hochzuladen und zu senden, wählen Sie bitte ein Abonnement.',
  }),
  payment_failed: ({ business }) => ({
    subject: `Eine Zahlung von ${business} ist fehlgeschlagen`,
    paragraph:
      'Wir konnten Ihr Zahlungsmittel nicht belasten. Bitte bezahlen Sie die offene Rechnung oder ändern Sie die Karte; sonst endet das Abonnement.',
  }),
  payment_recovered: ({ business }) => ({
    subject: `Die Zahlung von ${business} ist eingegangen`,
    paragraph: 'Vielen Dank. Die offene Rechnung ist bezahlt, und Ihr Abonnement läuft weiter.',
  }),
  seats_more: ({ business, seats }) => ({
    subject: `${business} hat jetzt ${seats} Plätze`,
    paragraph: `Die Zahl der Plätze wurde auf ${seats} erhöht. Die neuen Plätze können sofort genutzt werden.`,
  }),
  seats_fewer: ({ business, seats, day }) => ({
    subject: `${business} hat ab ${day} ${seats} ${seats === 1 ? 'Platz' : 'Plätze'}`,
    paragraph: `Die Zahl der Plätze sinkt am ${day} auf ${seats}. Wer dann keinen Platz hat, wird gesperrt.`,
  }),
  trial_7: trialEnds('in 7 Tagen'),
  trial_3: trialEnds('in 3 Tagen'),
  trial_1: trialEnds('morgen'),
  trial_0: trialEnds('heute'),
}
function trialEnds(when: string) {
  return ({ business, day }: BillingFacts): BillingWording => ({
    subject: `Die Testphase von ${business} endet ${when}`,
    paragraph: `Die Testphase endet am ${day}. Wählen Sie ein Abonnement, um weiter hochzuladen und zu senden; Ihre Dokumente bleiben in jedem Fall.`,
  })
}
