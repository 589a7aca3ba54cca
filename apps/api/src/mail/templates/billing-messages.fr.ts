import type { BillingFacts, BillingWording, BillingWords } from './billing-wording.ts'

export const billingWords: BillingWords = {
  button: 'Ouvrir l’abonnement et les factures',
  plan_bought: ({ business, plan, seats }) => ({
    subject: `L’abonnement ${plan} de ${business} est actif`,
    paragraph: `Bienvenue. ${business} dispose désormais de l’abonnement ${plan} avec ${seats} ${seats === 1 ? 'siège' : 'sièges'}. La facture se trouve avec l’abonnement.`,
  }),
  plan_changed: ({ business, plan, seats }) => ({
    subject: `${business} a désormais l’abonnement ${plan}`,
    paragraph: `L’abonnement de ${business} a été modifié : c’est désormais ${plan} avec ${seats} ${seats === 1 ? 'siège' : 'sièges'}.`,
  }),
  plan_cancelled: ({ business, plan, day }) => ({
    subject: `L’abonnement de ${business} prend fin le ${day}`,
    paragraph: `L’abonnement ${plan} a été résilié. Vous pouvez l’utiliser jusqu’au ${day} ; rien n’est débité ensuite. D’ici là, vous pouvez revenir sur la résiliation.`,
  }),
  plan_cancellation_revoked: ({ business, plan }) => ({
    subject: `${business} conserve son abonnement`,
    paragraph: `La résiliation a été annulée. L’abonnement ${plan} continue comme avant.`,
  }),
  plan_ended: ({ business }) => ({
    subject: `L’abonnement de ${business} a pris fin`,
    paragraph:
      'Vos documents restent, et vous pouvez signer ce que d’autres vous demandent. Pour téléverser et envoyer à nouveau, veuillez choisir un abonnement.',
  }),
  payment_failed: ({ business }) => ({
    subject: `Un paiement de ${business} a échoué`,
    paragraph:
      'Nous n’avons pas pu débiter votre moyen de paiement. Veuillez payer la facture ouverte ou changer de carte ; sinon, l’abonnement prend fin.',
  }),
  payment_recovered: ({ business }) => ({
    subject: `Le paiement de ${business} est arrivé`,
    paragraph: 'Merci. La facture ouverte est payée, et votre abonnement continue.',
  }),
  seats_more: ({ business, seats }) => ({
    subject: `${business} a désormais ${seats} sièges`,
    paragraph: `Le nombre de sièges est passé à ${seats}. Les nouveaux sièges sont utilisables tout de suite.`,
  }),
  seats_fewer: ({ business, seats, day }) => ({
    subject: `${business} aura ${seats} ${seats === 1 ? 'siège' : 'sièges'} à partir du ${day}`,
    paragraph: `Le nombre de sièges passe à ${seats} le ${day}. Les personnes sans siège sont alors bloquées.`,
  }),
  trial_7: trialEnds('dans 7 jours'),
  trial_3: trialEnds('dans 3 jours'),
  trial_1: trialEnds('demain'),
  trial_0: trialEnds('aujourd’hui'),
}
function trialEnds(when: string) {
  return ({ business, day }: BillingFacts): BillingWording => ({
    subject: `L’essai de ${business} prend fin ${when}`,
    paragraph: `L’essai prend fin le ${day}. Choisissez un abonnement pour continuer à téléverser et à envoyer ; vos documents restent dans tous les cas.`,
  })
}
