export const usage = `npm run business -- create --name NAME --admin EMAIL
npm run business -- list
    businesses, their people and their seals
npm run business -- add-member BUSINESS EMAIL [admin]
npm run business -- set BUSINESS part11 on|off
npm run business -- seats BUSINESS NUMBER|none
    who joined last is locked where there are fewer
npm run business -- pay-for-identifications BUSINESS eidas|zertes members|invitations on|off
npm run business -- add-seal BUSINESS --name NAME [--label TEXT] --quality AES|QES --legislation ZERTES|EIDAS
        [--service NAME] [--seal-name NAME] [--organisation NAME] [--certifies]
    --name names it in addresses and for clients; --seal-name is what the trust service calls the organisation's key,
    --organisation whom its certificate names: both are the business's name, if they are not given
npm run business -- prove-seal BUSINESS NAME
    asks its trust service again
npm run business -- disable-seal BUSINESS NAME

npm run business -- prices [--check]
    makes the prices that the payment providers do not have yet; with --check it names their lookup keys and fails
npm run business -- billing
    lists differences from the payment providers and what is overdue; fails if there are any
npm run business -- billing-sync BUSINESS|--all
    copies plan, seats and status from the payment provider
npm run business -- manual BUSINESS --plan PLAN [--called NAME] --seats NUMBER [--until YYYY-MM-DD]
    pays by invoice; --called is the plan's name in the API: ent-lindenhof, for example
npm run business -- manual BUSINESS --off
npm run business -- block BUSINESS
npm run business -- unblock BUSINESS
npm run business -- trial BUSINESS --days NUMBER
    a trial from now on
npm run business -- offer-fair-flat BUSINESS|--all
    offers the new price plan
npm run business -- offer-free-migration EMAIL|--all
    offers the new free plan to accounts that have the old one
npm run business -- surveys [--since YYYY-MM-DD]
    why people bought or cancelled

BUSINESS is an id or a name. People have an account before they are added.
`
