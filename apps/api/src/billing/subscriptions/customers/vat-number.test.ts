import { expect, test } from 'vitest'
import { isVatNumber } from './vat-number.ts'

test.each([
  ['CHE-116.281.710 MWST', 'CH'],
  ['CHE116281710', 'CH'],
  ['che-116.281.710 tva', 'CH'],
  ['12345', 'LI'],
  ['CHE-116.281.710', 'LI'],
  ['DE 123 456 789', 'DE'],
  ['ATU12345678', 'AT'],
  ['EL123456789', 'GR'],
  ['FRXX123456789', 'FR'],
  ['NL123456789B01', 'NL'],
  ['GB 123 4567 89', 'GB'],
  ['IE1234567FA', 'IE'],
  ['NO 923609016 MVA', 'NO'],
  ['SE123456789001', 'SE'],
])('%s is a VAT number of %s', (vat, country) => {
  expect(isVatNumber(vat, country)).toBe(true)
})

test.each([
  ['CHE-116.281.711', 'CH'],
  ['CHE-116.281.71', 'CH'],
  ['DE12345678', 'DE'],
  ['DE123456789', 'AT'],
  ['123456789', 'DE'],
  ['GR123456789', 'GR'],
  ['NO923609017MVA', 'NO'],
  ['US123456789', 'US'],
  ['', 'DE'],
])('%j is no VAT number of %s', (vat, country) => {
  expect(isVatNumber(vat, country)).toBe(false)
})
