import type { BillingFacts, BillingWording, BillingWords } from './billing-wording.ts'

export const billingWords: BillingWords = {
  button: 'Apri abbonamento e fatture',
  plan_bought: ({ business, plan, seats }) => ({
    subject: `L’abbonamento ${plan} di ${business} è attivo`,
    paragraph: `Benvenuti. ${business} ha ora l’abbonamento ${plan} con ${seats} ${seats === 1 ? 'posto' : 'posti'}. La fattura si trova insieme all’abbonamento.`,
  }),
  plan_changed: ({ business, plan, seats }) => ({
    subject: `${business} ha ora l’abbonamento ${plan}`,
    paragraph: `L’abbonamento di ${business} è stato modificato: ora è ${plan} con ${seats} ${seats === 1 ? 'posto' : 'posti'}.`,
  }),
  plan_cancelled: ({ business, plan, day }) => ({
    subject: `L’abbonamento di ${business} termina il ${day}`,
    paragraph: `L’abbonamento ${plan} è stato disdetto. Si può usare fino al ${day}; dopo non viene addebitato più nulla. Fino ad allora la disdetta può essere revocata.`,
  }),
  plan_cancellation_revoked: ({ business, plan }) => ({
    subject: `${business} mantiene l’abbonamento`,
    paragraph: `La disdetta è stata revocata. L’abbonamento ${plan} prosegue come prima.`,
  }),
  plan_ended: ({ business }) => ({
    subject: `L’abbonamento di ${business} è terminato`,
    paragraph:
      'I documenti restano, e si può firmare ciò che altri chiedono. Per caricare e inviare di nuovo, La preghiamo di scegliere un abbonamento.',
  }),
  payment_failed: ({ business }) => ({
    subject: `Un pagamento di ${business} non è riuscito`,
    paragraph:
      'Non abbiamo potuto addebitare il metodo di pagamento. La preghiamo di pagare la fattura aperta o di cambiare carta; altrimenti l’abbonamento termina.',
  }),
  payment_recovered: ({ business }) => ({
    subject: `Il pagamento di ${business} è arrivato`,
    paragraph: 'Grazie. La fattura aperta è pagata e l’abbonamento prosegue.',
  }),
  seats_more: ({ business, seats }) => ({
    subject: `${business} ha ora ${seats} posti`,
    paragraph: `Il numero di posti è stato portato a ${seats}. I nuovi posti si possono usare subito.`,
  }),
  seats_fewer: ({ business, seats, day }) => ({
    subject: `${business} avrà ${seats} ${seats === 1 ? 'posto' : 'posti'} dal ${day}`,
    paragraph: `Il numero di posti scende a ${seats} il ${day}. Chi allora non ha un posto viene bloccato.`,
  }),
  trial_7: trialEnds('tra 7 giorni'),
  trial_3: trialEnds('tra 3 giorni'),
  trial_1: trialEnds('domani'),
  trial_0: trialEnds('oggi'),
}
function trialEnds(when: string) {
  return ({ business, day }: BillingFacts): BillingWording => ({
    subject: `La prova di ${business} termina ${when}`,
    paragraph: `La prova termina il ${day}. Scelga un abbonamento per continuare a caricare e inviare; i documenti restano in ogni caso.`,
  })
}
