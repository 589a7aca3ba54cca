const en = {
  number: 'Card number',
  expiry: 'Expiration date',
  expiryFormat: 'MM / YY',
  cvc: 'Security code',
  cvcFormat: 'CVC',
  country: 'Country',
  terms:
    'By providing your card information, you allow {business} to charge your card for future payments in accordance with their terms.',
  business: 'this business',
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: 'Your card’s expiration date is incomplete.',
  invalid_expiry_month: 'Your card’s expiration date is invalid.',
  invalid_expiry_year: 'Your card’s expiration year is invalid.',
  invalid_expiry_year_past: 'Your card’s expiration year is in the past.',
  invalid_expiry_month_past: 'Your card’s expiration date is in the past.',
  incomplete_cvc: 'Your card’s security code is incomplete.',
  unreachable: 'We are experiencing issues connecting to our payments provider. Please try again.',
  authenticate: '3D Secure 2 test page',
  authenticateText: 'This is a test page for card authentication. Choose how the customer answers.',
  complete: 'Complete authentication',
  fail: 'Fail authentication',
}

const de = {
  number: 'Kartennummer',
  expiry: 'Ablaufdatum',
  expiryFormat: 'MM / JJ',
  cvc: 'Sicherheitscode',
  cvcFormat: 'CVC',
  country: 'Land',
  terms:
    'Mit der Angabe Ihrer Kartendaten erlauben Sie {business}, Ihre Karte für künftige Zahlungen gemäss den geltenden Bedingungen zu belasten.',
  business: 'diesem Unternehmen',
  incomplete_number: 'Die Kartennummer ist unvollständig.',
  invalid_number: 'Die Kartennummer ist ungültig.',
  incomplete_expiry: 'Das Ablaufdatum Ihrer Karte ist unvollständig.',
  invalid_expiry_month: 'Das Ablaufdatum Ihrer Karte ist ungültig.',
  invalid_expiry_year: 'Das Ablaufjahr Ihrer Karte ist ungültig.',
  invalid_expiry_year_past: 'Das Ablaufjahr Ihrer Karte liegt in der Vergangenheit.',
  invalid_expiry_month_past: 'Das Ablaufdatum Ihrer Karte liegt in der Vergangenheit.',
  incomplete_cvc: 'Der Sicherheitscode Ihrer Karte ist unvollständig.',
  unreachable: 'Der Zahlungsanbieter ist zurzeit nicht erreichbar. Bitte versuchen Sie es erneut.',
  authenticate: 'Testseite für 3D Secure 2',
  authenticateText:
    'Diese Testseite ersetzt die Authentifizierung bei der Bank. Wählen Sie die Antwort der Kundin oder des Kunden.',
  complete: 'Authentifizierung abschliessen',
  fail: 'Authentifizierung ablehnen',
}

const fr = {
  number: 'Numéro de carte',
  expiry: 'Date d’expiration',
  expiryFormat: 'MM / AA',
  cvc: 'Code de sécurité',
  cvcFormat: 'CVC',
  country: 'Pays',
  terms:
    'En fournissant vos informations de carte, vous autorisez {business} à débiter votre carte pour les paiements futurs conformément à ses conditions.',
  business: 'cette entreprise',
  incomplete_number: 'Le numéro de votre carte est incomplet.',
  invalid_number: 'Le numéro de votre carte n’est pas valide.',
  incomplete_expiry: 'La date d’expiration de votre carte est incomplète.',
  invalid_expiry_month: 'La date d’expiration de votre carte n’est pas valide.',
  invalid_expiry_year: 'L’année d’expiration de votre carte n’est pas valide.',
  invalid_expiry_year_past: 'L’année d’expiration de votre carte est passée.',
  invalid_expiry_month_past: 'La date d’expiration de votre carte est passée.',
  incomplete_cvc: 'Le code de sécurité de votre carte est incomplet.',
  unreachable: 'Le prestataire de paiement est injoignable. Veuillez réessayer.',
  authenticate: 'Page de test 3D Secure 2',
  authenticateText:
    'Cette page de test remplace l’authentification par la banque. Choisissez la réponse du client.',
  complete: 'Terminer l’authentification',
  fail: 'Refuser l’authentification',
}

const it = {
  number: 'Numero di carta',
  expiry: 'Data di scadenza',
  expiryFormat: 'MM / AA',
  cvc: 'Codice di sicurezza',
  cvcFormat: 'CVC',
  country: 'Paese',
  terms:
    'Fornendo i dati della carta, autorizza {business} ad addebitare i pagamenti futuri sulla carta secondo i relativi termini.',
  business: 'questa azienda',
  incomplete_number: 'Il numero della carta è incompleto.',
  invalid_number: 'Il numero della carta non è valido.',
  incomplete_expiry: 'La data di scadenza della carta è incompleta.',
  invalid_expiry_month: 'La data di scadenza della carta non è valida.',
  invalid_expiry_year: 'L’anno di scadenza della carta non è valido.',
  invalid_expiry_year_past: 'L’anno di scadenza della carta è passato.',
  invalid_expiry_month_past: 'La data di scadenza della carta è passata.',
  incomplete_cvc: 'Il codice di sicurezza della carta è incompleto.',
  unreachable: 'Il fornitore di pagamenti non è raggiungibile. Riprovi.',
  authenticate: 'Pagina di test 3D Secure 2',
  authenticateText:
    'Questa pagina di test sostituisce l’autenticazione della banca. Scelga la risposta del cliente.',
  complete: 'Completa autenticazione',
  fail: 'Rifiuta autenticazione',
}

const languages = { en, de, fr, it }

/** `auto` takes the browser's. */
export function wordsFor(locale) {
  const wanted = locale && locale !== 'auto' ? locale : navigator.language
  const language = String(wanted).slice(0, 2)
  return { language: languages[language] ? language : 'en', words: languages[language] ?? en }
}
