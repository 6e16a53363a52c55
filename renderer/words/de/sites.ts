// The German texts of the tab "sites" of the screen "permissions", and of pages that ask.
export const sites: Readonly<Record<string, string>> = {
  '{count, plural, one {A page asks for permissions} other {# pages ask for permissions}}':
    '{count, plural, one {Eine Seite bittet um Berechtigungen} other {# Seiten bitten um Berechtigungen}}',
  '{site} asks for {count, plural, one {# permission} other {# permissions}}':
    '{site} bittet um {count, plural, one {# Berechtigung} other {# Berechtigungen}}',
  'This page wants to use your assistant': 'Diese Seite möchte den Assistenten benutzen',
  'The page says; nobody has checked it': 'Das sagt die Seite; niemand hat es geprüft',
  'tab {tab} in {browser}': 'Tab {tab} in {browser}',
  'It is a frame on a page of {origin}': 'Sie ist ein Frame auf einer Seite von {origin}',
  encrypted: 'verschlüsselt',
  'has asked before': 'hat schon gefragt',
  'asks for the first time': 'fragt zum ersten Mal',
  'It asks for': 'Sie bittet um',
  new: 'neu',
  'with {model}, stays on this machine': 'mit {model}, bleibt auf diesem Gerät',
  'with {model}, goes to {host}': 'mit {model}, geht an {host}',
  '{ticked} of {all} ticked; none ticked means none': '{ticked} von {all} angekreuzt; keines angekreuzt heißt keines',
  'All tools of {name}': 'Alle Tools von {name}',
  '{ticked} of {all}': '{ticked} von {all}',
  'offered by the page': 'von der Seite angeboten',
  'of a plugin, acts as you': 'eines Plugins, handelt mit allen eigenen Rechten',
  once: 'einmal',
  'once: 10 minutes, or until tab {tab} closes or leaves {site}':
    'einmal: 10 Minuten, oder bis Tab {tab} schließt oder {site} verlässt',
  'always: on every page of {site}, until you revoke it': 'immer: auf jeder Seite von {site}, bis zum Widerruf',
  'Kept as: {kept}': 'Gilt als: {kept}',
  '{origin}, {scopes, plural, one {# scope} other {# scopes}}, {span}.':
    '{origin}, {scopes, plural, one {# Berechtigung} other {# Berechtigungen}}, {span}.',
  '{origin}, {scopes, plural, one {# scope} other {# scopes}}, {tools, plural, =0 {no tool} one {# tool} other {# tools}}, {span}.':
    '{origin}, {scopes, plural, one {# Berechtigung} other {# Berechtigungen}}, {tools, plural, =0 {kein Tool} one {# Tool} other {# Tools}}, {span}.',
  '{site} is gone from its tab; nothing was granted.': '{site} ist nicht mehr in seinem Tab; nichts wurde erlaubt.',
  'The question of {site} in tab {tab} has expired; nothing was granted.':
    'Die Frage von {site} in Tab {tab} ist abgelaufen; nichts wurde erlaubt.',
  low: 'niedrig',
  medium: 'mittel',
  high: 'hoch',
  'files on this machine': 'Dateien auf diesem Gerät',

  'No site has asked yet.': 'Noch hat keine Website gefragt.',
  'A page sees the API only where the flags allow it.': 'Eine Seite sieht die API nur, wo die Schalter es erlauben.',
  'Filter sites': 'Websites filtern',
  'Name, scope, tool or state': 'Name, Berechtigung, Tool oder Zustand',
  'No site matches {filter}. {count, plural, one {# site is} other {# sites are}} hidden.':
    'Keine Website passt zu {filter}. {count, plural, one {# Website ist} other {# Websites sind}} ausgeblendet.',
  '{tokens} tokens in 7 days': '{tokens} Token in 7 Tagen',
  'Uses, 7 d': 'Aufrufe, 7 T.',
  Last: 'Zuletzt',
  'first time': 'zum ersten Mal',
  '{count, plural, one {# tab open} other {# tabs open}}': '{count, plural, one {# Tab offen} other {# Tabs offen}}',
  'reads “{name}”': 'liest sich „{name}“',
  'asks for {count, number}': 'bittet um {count, number}',
  'blocked by you': 'selbst blockiert',
  'its pages find no API': 'ihre Seiten finden keine API',
  'unless you switch it on': 'solange sie nicht eingeschaltet sind',
  'over its rate, {span}': 'zu viele Anfragen, {span}',
  '{seconds, number} s': '{seconds, number} s',
  '{count, plural, one {# request refused} other {# requests refused}}':
    '{count, plural, one {# Anfrage abgelehnt} other {# Anfragen abgelehnt}}',
  'looks like another name': 'sieht aus wie ein anderer Name',
  'nothing granted': 'nichts erlaubt',
  'everything but {count, plural, one {# scope} other {# scopes}}':
    'alles bis auf {count, plural, one {# Berechtigung} other {# Berechtigungen}}',
  '{count, plural, =0 {no tool} one {# tool} other {# tools}}':
    '{count, plural, =0 {kein Tool} one {# Tool} other {# Tools}}',
  '{count} denied': '{count} abgelehnt',
  'flags changed': 'Schalter geändert',
  'locked by policy.json': 'durch policy.json festgelegt',
  'what pages asked for, newest first, never payloads': 'wonach Seiten fragten, das Neueste zuerst, nie Inhalte',
  'All in Audit': 'Alles im Audit',
  'a page that is gone': 'eine Seite, die nicht mehr da ist',

  'It asks for {count, number} of {all, number} scopes':
    'Sie bittet um {count, number} von {all, number} Berechtigungen',
  'Answer it under Questions': 'Unter Fragen beantworten',
  'Blocked by you': 'Selbst blockiert',
  'Its pages find no API once they load again, and nothing that they ask is answered.':
    'Ihre Seiten finden nach dem nächsten Laden keine API, und nichts, was sie fragen, wird beantwortet.',
  'It looks like another name': 'Sie sieht aus wie ein anderer Name',
  'It reads “{name}” in letters that look like others. Grant it nothing unless you know it.':
    'Sie liest sich „{name}“, in Buchstaben, die anderen gleichen. Nur erlauben, was sicher bekannt ist.',
  'Over its rate': 'Zu viele Anfragen',
  '{count, plural, one {# request was refused} other {# requests were refused}} because there were too many at once.':
    '{count, plural, one {# Anfrage wurde abgelehnt} other {# Anfragen wurden abgelehnt}}, weil es zu viele auf einmal waren.',
  'No model is chosen for sites': 'Für Websites ist kein Modell gewählt',
  'Model:': 'Modell:',
  '{input} tokens in, {output} out, {calls, plural, one {# answer} other {# answers}} in 7 days':
    '{input} Token hinein, {output} heraus, {calls, plural, one {# Antwort} other {# Antworten}} in 7 Tagen',
  'no tokens in 7 days': 'kein Token in 7 Tagen',
  Flags: 'Schalter',
  'what the page is offered at all; {count, plural, =0 {none differs} one {# differs} other {# differ}} from your default':
    'was der Seite überhaupt angeboten wird; {count, plural, =0 {keiner weicht} one {# weicht} other {# weichen}} vom Standard ab',
  'Back to default': 'Zurück zum Standard',
  'Let it ask again': 'Wieder fragen lassen',
  'Block this site': 'Diese Website blockieren',
  'Revoke all': 'Alles widerrufen',
  'Revoke all of {site}': 'Alles von {site} widerrufen',
  'What it was allowed and denied is gone; its pages may ask for it again.':
    'Was ihr erlaubt oder verwehrt war, gilt nicht mehr; ihre Seiten können wieder danach fragen.',
  'known since {day}': 'bekannt seit {day}',
  'of this machine, no origin of their own': 'von diesem Gerät, ohne eigenen Ursprung',
  'now in tab {tab} of {browser}': 'jetzt in Tab {tab} von {browser}',
  'now in tab {tab} of {browser} and {count, plural, one {# other tab} other {# other tabs}}':
    'jetzt in Tab {tab} von {browser} und {count, plural, one {# weiteren} other {# weiteren}}',
  'Default for new sites': 'Standard für neue Websites',
  'What pages get unless something else is set for their site. Open pages notice at once.':
    'Was Seiten bekommen, solange für ihre Website nichts anderes eingestellt ist. Offene Seiten merken es sofort.',
  'Offer pages the API': 'Seiten die API anbieten',
  'Offer it to files on this machine too': 'Auch Dateien auf diesem Gerät anbieten',
  Scopes: 'Berechtigungen',
  Scope: 'Berechtigung',
  '{allowed} allowed, {denied} denied, {never} never decided':
    '{allowed} erlaubt, {denied} abgelehnt, {never} nie entschieden',
  'Allow or deny another': 'Weitere erlauben oder ablehnen',
  'Nothing was allowed or denied. Its pages are asked about when they ask.':
    'Noch wurde nichts erlaubt oder abgelehnt. Wenn ihre Seiten fragen, steht das unter Fragen.',
  'by policy': 'durch Richtlinie',
  'in {tab}': 'in {tab}',
  'There are no tools that it could be given.': 'Es gibt keine Tools, die sie bekommen könnte.',
  'Revoke “{scope}” of {site}': '„{scope}“ von {site} widerrufen',
  'Allow or deny {site}': '{site} erlauben oder ablehnen',
  'For good, on every page of the site. To allow tools, wait until it asks and tick them.':
    'Gilt dauerhaft, auf jeder Seite der Website. Tools lassen sich ankreuzen, sobald sie danach fragt.',
  'Every scope has been decided already.': 'Über jede Berechtigung ist schon entschieden.',
  'Tools it may call': 'Tools, die sie aufrufen darf',
  '{ticked} of {all}; a tool that is not ticked is refused without a question':
    '{ticked} von {all}; ein nicht angekreuztes wird ohne Frage abgelehnt',
  'Tick none': 'Keines ankreuzen',
  'Tools that are not named here are allowed too: a grant speaks of all of a server or plugin.':
    'Auch hier nicht genannte Tools sind erlaubt: eine Freigabe gilt für alle eines Servers oder Plugins.',
  '{count, plural, =0 {not used} one {# use} other {# uses}}':
    '{count, plural, =0 {nicht benutzt} one {# Aufruf} other {# Aufrufe}}',
  'not offered now': 'gerade nicht angeboten',
  'no tool': 'kein Tool',
  '{site} may ask again.': '{site} darf wieder fragen.',
  '{site} is blocked; its pages lose the API when they load again.':
    '{site} ist blockiert; seine Seiten verlieren die API beim nächsten Laden.',
  'See and call tools': 'Tools sehen und aufrufen',
  'Let a model call tools': 'Ein Modell Tools aufrufen lassen',
  'Act on its own page': 'Auf der eigenen Seite handeln',
  'Open and control tabs': 'Tabs öffnen und steuern',
  'Agents among pages': 'Agenten unter Seiten',
};
