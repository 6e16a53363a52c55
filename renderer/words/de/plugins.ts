// The German texts of the tab "plugins" of the screen "servers".
export const plugins: Readonly<Record<string, string>> = {
  'Allow a site': 'Website erlauben',
  'It is kept as a grant and answers before anybody is asked. A deny beats every allow.':
    'Gilt als Freigabe und antwortet, bevor jemand gefragt wird. Ein Verbot schlägt jede Erlaubnis.',
  Site: 'Website',
  'Tools; none ticked means all of them': 'Tools; keines angekreuzt heißt alle',
  'Type the address of one site, such as https://app.example.com':
    'Die Adresse einer Website eintippen, etwa https://app.example.com',
  Allowlist: 'Liste der Erlaubten',
  'checked against the id that the browser tells': 'geprüft an der ID, die der Browser nennt',
  'Only listed plugins may register': 'Nur gelistete Plugins dürfen sich anmelden',
  'Only these': 'Nur diese',
  'Any extension may register.': 'Jede Erweiterung darf sich anmelden.',
  'Take {id} off the list': '{id} von der Liste nehmen',
  'Id of an extension': 'ID einer Erweiterung',
  'id of an extension': 'ID einer Erweiterung',
  'An id looks like name@example.org, or is a UUID in braces':
    'Eine ID sieht aus wie name@example.org oder ist eine UUID in geschweiften Klammern',
  '{id} asked at {time}': '{id} fragte um {time}',
  'How to add a plugin': 'So kommt ein Plugin hierher',
  'Plugins live in Firefox and speak with Pilothouse through a small extension there.':
    'Plugins leben in Firefox und sprechen dort über eine kleine Erweiterung mit Pilothouse.',
  'Load the extension for plugins into Firefox. Plugins know it by this id:':
    'Die Erweiterung für Plugins in Firefox laden. Plugins kennen sie unter dieser ID:',
  'id of the extension': 'ID der Erweiterung',
  'Install the plugin in the same Firefox. It registers by itself and appears in the list.':
    'Das Plugin in demselben Firefox installieren. Es meldet sich selbst an und erscheint in der Liste.',
  'Where only those on the list may register, put its id there first, or allow it here once it has asked.':
    'Wo sich nur Gelistete anmelden dürfen, vorher seine ID auf die Liste setzen oder es hier erlauben, nachdem es gefragt hat.',
  'Its tools are called as id::name. Agents and sites are asked about at their first call, as of any tool.':
    'Seine Tools heißen ID::Name. Beim ersten Aufruf eines Agenten oder einer Website wird gefragt, wie bei jedem Tool.',
  Plugin: 'Plugin',
  'Last seen': 'Zuletzt da',
  Consent: 'Zustimmung',
  'which site may call what; agents and chat are under Grants':
    'welche Website was aufrufen darf; Agenten und Chat stehen unter Freigaben',
  'No site was allowed or denied. A site is asked about at its first call.':
    'Keine Website wurde erlaubt oder abgelehnt. Beim ersten Aufruf einer Website wird gefragt.',
  never: 'nie',
  'Revoke what {site} may do': 'Freigabe von {site} widerrufen',
  'Revoked. {site} will be asked about again.': 'Widerrufen. Bei {site} wird wieder gefragt.',
  'Plugin {name}': 'Plugin {name}',
  'Put it on the list': 'Auf die Liste setzen',
  '{state} since {time}': '{state} seit {time}',
  'Lives in': 'Lebt in',
  '{browser} (refused there: {why})': '{browser} (dort abgelehnt: {why})',
  '{browser} (has version {version}, which is not offered)':
    '{browser} (hat Version {version}, die nicht angeboten wird)',
  'Says its page is': 'Nennt als Seite',
  Speaks: 'Spricht',
  Dropped: 'Verworfen',
  '{count} messages that answered nothing': '{count} Nachrichten, die auf nichts antworteten',
  '{plugin} by {author}': '{plugin} von {author}',
  '{plugin}, “{description}”': '{plugin}, „{description}“',
  '{browsers}; never registered': '{browsers}; nie angemeldet',
  '{browsers}; registered {count, plural, one {once} other {# times}}':
    '{browsers}; {count, plural, one {einmal} other {#-mal}} angemeldet',
  'Nothing has happened to it since the hub started.': 'Seit dem Start des Hubs ist nichts mit ihm geschehen.',
  call: 'Aufruf',
  plugin: 'Plugin',
  'Ping now': 'Jetzt anpingen',
  'Ask for its tools anew': 'Neu nach seinen Tools fragen',
  '{name} was asked for its tools.': '{name} wurde nach seinen Tools gefragt.',
  Enable: 'Aktivieren',
  Disable: 'Deaktivieren',
  'Its grants and what you approved of its tools go too. It may register again as long as it is installed.':
    'Seine Freigaben und die angenommenen Beschreibungen seiner Tools gehen mit. Solange es installiert ist, kann es sich wieder anmelden.',
  '{name} did not answer the ping.': '{name} hat auf den Ping nicht geantwortet.',
  '{name} answered in {time}.': '{name} hat in {time} geantwortet.',
  'Last pings': 'Letzte Pings',
  'Last {count, plural, one {# ping} other {# pings}}': '{count, plural, one {Letzter Ping} other {Letzte # Pings}}',
  '{answered} answered, {missed} missed': '{answered} beantwortet, {missed} verpasst',
  missed: 'verpasst',
  'It was not pinged yet.': 'Es wurde noch nicht angepingt.',
  'All of them were answered.': 'Alle wurden beantwortet.',
  '{count, plural, one {# missed} other {# missed}}, the last at {time}':
    '{count, plural, one {# verpasst} other {# verpasst}}, zuletzt um {time}',
  '{count}, called {id}::NAME': '{count}, heißen {id}::NAME',
  'It has listed no tool yet.': 'Es hat noch kein Tool gelistet.',
  'offered to agents': 'für Agenten angeboten',
  'Offer its tools to agents': 'Seine Tools den Agenten anbieten',
  'What it says it does': 'Was es laut Plugin tut',
  Speed: 'Tempo',
  Plugins: 'Plugins',
  '{active} of {all} active, {tools, plural, =0 {no tools} one {# tool} other {# tools}} offered':
    '{active} von {all} aktiv, {tools, plural, =0 {keine Tools} one {# Tool} other {# Tools}} angeboten',
  'After {count} missed pings in a row a plugin is unreachable.':
    'Nach {count} verpassten Pings in Folge gilt ein Plugin als nicht erreichbar.',
  'ping every {every}, {time} to answer': 'Ping alle {every}, {time} für die Antwort',
  'No plugin matches {filter}. {count, plural, one {# plugin is} other {# plugins are}} hidden.':
    'Kein Plugin passt zu {filter}. {count, plural, one {# Plugin ist} other {# Plugins sind}} ausgeblendet.',
  'No plugin yet': 'Noch kein Plugin',
  'A plugin is an extension of Firefox that offers tools. It appears here by itself once it registers; nothing of it is called before you allow it.':
    'Ein Plugin ist eine Erweiterung von Firefox, die Tools anbietet. Es erscheint von selbst, sobald es sich anmeldet; nichts davon wird ohne Erlaubnis aufgerufen.',
  'How to add one': 'So geht es',
  'Filter plugins': 'Plugins filtern',
  active: 'aktiv',
  'disabled by you': 'selbst deaktiviert',
  'still installed in {browser}': 'noch installiert in {browser}',
  'its browser is away': 'sein Browser ist weg',
  'unreachable, {missed, plural, one {# ping missed} other {# pings missed}}':
    'nicht erreichbar, {missed, plural, one {# Ping} other {# Pings}} verpasst',
  'next ping in {span}': 'nächster Ping in {span}',
  'error: speaks {version}': 'Fehler: spricht {version}',
  'Pilothouse speaks {version}': 'Pilothouse spricht {version}',
  'refused: not on the list': 'abgelehnt: nicht auf der Liste',
  'asked {count, plural, one {once} other {# times}}': 'hat {count, plural, one {einmal} other {#-mal}} gefragt',
  '{count, plural, one {# tool has} other {# tools have}} changed':
    '{count, plural, one {# Tool hat} other {# Tools haben}} sich geändert',
  'What you approved stays in use until you have looked at what is new.':
    'Was angenommen wurde, gilt weiter, bis das Neue geprüft ist.',
  'Disabled by you': 'Selbst deaktiviert',
  'None of its tools is called, however often it registers, until you enable it.':
    'Keines seiner Tools wird aufgerufen, so oft es sich auch anmeldet, bis es aktiviert wird.',
  'Its browser is away': 'Sein Browser ist weg',
  'Its tools are there again as soon as that browser connects.':
    'Seine Tools sind wieder da, sobald sich dieser Browser verbindet.',
  'Unreachable since {time}': 'Nicht erreichbar seit {time}',
  'It does not answer pings. Reload the extension in its browser; it is asked again by itself.':
    'Es antwortet nicht auf Pings. Die Erweiterung im Browser neu laden; sie wird von selbst wieder gefragt.',
  'It cannot be used': 'Nicht benutzbar',
  dangerous: 'gefährlich',
  instant: 'sofort',
  fast: 'schnell',
  slow: 'langsam',
};
