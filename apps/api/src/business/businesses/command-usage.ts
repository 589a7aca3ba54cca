export const usage = `countersign business create --name NAME --admin EMAIL
countersign business list
    businesses, their people and their seals
countersign business add-member BUSINESS EMAIL [admin]
countersign business set BUSINESS part11 on|off
countersign business seats BUSINESS NUMBER|none
    who joined last is locked where there are fewer
countersign business pay-for-identifications BUSINESS eidas|zertes members|invitations on|off
countersign business add-seal BUSINESS --name NAME [--label TEXT] --quality AES|QES --legislation ZERTES|EIDAS
        [--service NAME] [--seal-name NAME] [--organisation NAME] [--certifies]
    --name names it in addresses and for clients; --seal-name is what the trust service calls the organisation's key,
    --organisation whom its certificate names: both are the business's name, if they are not given
countersign business prove-seal BUSINESS NAME
    asks its trust service again
countersign business disable-seal BUSINESS NAME

countersign business prices [--check]
    makes the prices that the payment providers do not have yet; with --check it names their lookup keys and fails
countersign business billing
    lists differences from the payment providers and what is overdue; fails if there are any
countersign business billing-sync BUSINESS|--all
    copies plan, seats and status from the payment provider
countersign business refunded ORDER
    notes that the payment of an order which billing lists was returned
countersign business manual BUSINESS --plan PLAN [--called NAME] --seats NUMBER [--until YYYY-MM-DD]
    pays by invoice; --called is the plan's name in the API: ent-lindenhof, for example
countersign business manual BUSINESS --off
countersign business block BUSINESS
countersign business unblock BUSINESS
countersign business trial BUSINESS --days NUMBER
    a trial from now on
countersign business offer-fair-flat BUSINESS|--all
    offers the new price plan
countersign business offer-free-migration EMAIL|--all
    offers the new free plan to accounts that have the old one
countersign business surveys [--since YYYY-MM-DD]
    why people bought or cancelled

BUSINESS is an id or a name. People have an account before they are added.
`
