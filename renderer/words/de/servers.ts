// The German texts of the screen "servers".
export const servers: Readonly<Record<string, string>> = {
  'Brought by a page': 'Von einer Seite mitgebracht',
  'A page of {site} has brought this server. It serves that site alone, and goes with that page.':
    'Eine Seite von {site} hat diesen Server mitgebracht. Er dient nur dieser Website und geht mit der Seite.',
  'A page of {site} has brought this server, and you have opened it to agents. It goes with that page, and is open to them again whenever a page of that site brings it.':
    'Eine Seite von {site} hat diesen Server mitgebracht, und er ist für Agenten geöffnet. Er geht mit der Seite und ist wieder geöffnet, sobald eine Seite dieser Website ihn wieder mitbringt.',
  Server: 'Server',
  'Server {name}': 'Server {name}',
  'About {name}': 'Über {name}',
  'Filter servers': 'Server filtern',
  Export: 'Export',
  '{running} of {all} running, {tools, plural, =0 {no tools} one {# tool} other {# tools}} offered, {tokens}':
    '{running} von {all} laufen, {tools, plural, =0 {keine Tools} one {# Tool} other {# Tools}} angeboten, {tokens}',
  'Memory of all servers together': 'Arbeitsspeicher aller Server zusammen',
  'No server matches {filter}. {count, plural, one {# server is} other {# servers are}} hidden.':
    'Kein Server passt zu {filter}. {count, plural, one {# Server ist} other {# Server sind}} ausgeblendet.',
  'No server yet': 'Noch kein Server',
  'Type a command, paste an mcpServers JSON or import those of another app; nothing runs before you approve it.':
    'Einen Befehl eintippen, ein mcpServers-JSON einfügen oder die Server einer anderen App importieren; nichts läuft ohne Freischaltung.',
  'Add the first server': 'Ersten Server hinzufügen',
  '{runs, plural, one {# run} other {# runs}}': '{runs, plural, one {# Lauf} other {# Läufe}}',
  Restarts: 'Neustarts',
  Memory: 'Speicher',
  'since {time}: {reason}': 'seit {time}: {reason}',
  'start {used} of {of}, {more}': 'Start {used} von {of}, {more}',
  'It is stopped, and its command, its approval, its log and its grants are forgotten. Secrets stay.':
    'Er wird gestoppt; Befehl, Freischaltung, Log und Freigaben werden vergessen. Geheimnisse bleiben.',

  'An address that begins with https:// or http:// is taken for a remote server.':
    'Eine Adresse, die mit https:// oder http:// beginnt, gilt als Server unter einer Adresse.',
  Automatic: 'Automatisch',
  'SSE where the address ends in /sse, else Streamable HTTP, and SSE where that is refused.':
    'SSE, wenn die Adresse auf /sse endet, sonst Streamable HTTP, und SSE, wo das abgelehnt wird.',
  'Headers, such as an access token': 'Header, etwa ein Zugangstoken',
  'Header {number} is a secret': 'Header {number} ist ein Geheimnis',
  secret: 'geheim',
  'A server is called {name} already; give this one another name, or open the one that is there.':
    'Ein Server heißt schon {name}; diesem einen anderen Namen geben oder den vorhandenen öffnen.',
  'Open it': 'Öffnen',
  'Give each a name of its own': 'Jedem einen eigenen Namen geben',
  'Type an address that begins with https:// or http://':
    'Eine Adresse eingeben, die mit https:// oder http:// beginnt',
  '{count, plural, one {# other thing} other {# other things}}':
    '{count, plural, one {# weitere Sache} other {# weitere Sachen}}',
  'Client for {name}': 'Client für {name}',
  'Make a client for desktop apps at {name}, with the address http://127.0.0.1:8765/oauth/callback.':
    'Lege bei {name} einen Client für Desktop-Apps an, mit der Adresse http://127.0.0.1:8765/oauth/callback.',
  'Client id': 'Client-Id',
  'Client secret': 'Client-Geheimnis',
  'Keep the client and sign in': 'Client behalten und anmelden',
  'Brought along': 'Mitgebracht',
  'The time, and an echo: they run without a network, to try that servers run.':
    'Die Uhrzeit und ein Echo: Sie laufen ohne Netz, um zu probieren, ob Server laufen.',
  'Found beside servers': 'Neben Servern gefunden',
  'Found beside servers; keys and tokens are kept with the secrets.':
    'Neben Servern gefunden; Schlüssel und Tokens kommen zu den Geheimnissen.',
  'The same is here already, and would be replaced.': 'Das Gleiche ist schon hier und würde ersetzt.',
  'Client of an account': 'Client eines Kontos',
  'Sign-in for a server': 'Anmeldung für einen Server',
  'with {count, plural, one {# model} other {# models}}': 'mit {count, plural, one {# Modell} other {# Modellen}}',
  'with {count, plural, one {# message} other {# messages}}':
    'mit {count, plural, one {# Nachricht} other {# Nachrichten}}',
  'Models of a provider': 'Modelle eines Anbieters',
  'A conversation': 'Ein Gespräch',
  'Found on this machine': 'Auf diesem Rechner gefunden',
  'Import all {count}': 'Alle {count} importieren',
  'Import from {app}': 'Aus {app} importieren',
  'No other app has a list of MCP servers here.': 'Keine andere App hat hier eine Liste von MCP-Servern.',
  All: 'Alle',
  'Another name for {name}': 'Anderer Name für {name}',
  'Two of those picked have this name.': 'Zwei der ausgewählten haben diesen Namen.',
  'Pilothouse’s own entry, which is left out.': 'Der eigene Eintrag von Pilothouse, der ausgelassen wird.',
  'The same stands further up.': 'Derselbe steht weiter oben.',
  'It leaves values open. What stays empty is asked for again before it starts.':
    'Er lässt Werte offen. Was leer bleibt, wird vor dem Start noch einmal erfragt.',
  'Open values of {name}': 'Offene Werte von {name}',
  'Its config leaves {count, plural, one {# value} other {# values}} open; it does not start before.':
    'Seine Konfiguration lässt {count, plural, one {# Wert} other {# Werte}} offen; vorher startet er nicht.',
  'kept as a secret': 'wird als Geheimnis verwahrt',
  'Secrets in the config of {name}': 'Geheimnisse in der Konfiguration von {name}',
  'Kept with the secrets; a reference stands in the place of each. What you leave out stays readable here.':
    'Wird bei den Geheimnissen verwahrt; an der Stelle von jedem steht ein Verweis. Was ausgelassen wird, bleibt hier lesbar.',
  'Its address': 'Seine Adresse',
  'The password of its client': 'Das Passwort seines Clients',
  'Meant as it stands': 'So gemeint',
  'Variable {name}: {what}': 'Variable {name}: {what}',
  'Header {name}: {what}': 'Header {name}: {what}',
  'Argument {place}: {what}': 'Argument {place}: {what}',
  'In its address: {what}': 'In seiner Adresse: {what}',
  'In its folder: {what}': 'In seinem Ordner: {what}',
  'In its file: {what}': 'In seiner Datei: {what}',
  'Fill in what is open first': 'Zuerst ausfüllen, was offen ist',
  'Approve what was added': 'Freischalten, was hinzukam',
  'Each of them was added and waits. Read every command: one click approves exactly these.':
    'Jeder davon ist hinzugefügt und wartet. Jeden Befehl lesen: Ein Klick schaltet genau diese frei.',
  Later: 'Später',
  'Nothing is picked that could start': 'Nichts ist ausgewählt, das starten könnte',
  'Approve and start {count, plural, one {# server} other {# servers}}':
    '{count, plural, one {# Server} other {# Server}} freischalten und starten',
  'Servers that wait for your approval': 'Server, die auf Freischaltung warten',
  'Full command of {name}': 'Ganzer Befehl von {name}',
  'Version of {name}': 'Version von {name}',
  unpinned: 'nicht festgelegt',
  'Asking its registry…': 'Registry wird gefragt …',
  'Pin its version': 'Version festlegen',
  'Current is {version}. The command becomes:': 'Aktuell ist {version}. Der Befehl wird:',
  'Command with the version': 'Befehl mit der Version',
  'Pin it': 'So festlegen',
  'Leave it open': 'Offen lassen',
  'mcpServers JSON': 'mcpServers-JSON',
  Import: 'Importieren',
  'Nothing runs before you have seen the full command and approved it.':
    'Nichts läuft, bevor der ganze Befehl gesehen und freigeschaltet ist.',
  'Choose what to add': 'Auswählen, was hinzukommt',
  'Fill in the fields above': 'Die Felder oben ausfüllen',
  'Add {count, plural, one {# server} other {# servers}}':
    '{count, plural, one {# Server} other {# Server}} hinzufügen',
  'Choose another source': 'Andere Quelle wählen',
  'What you have': 'Was vorliegt',
  'Command line': 'Befehlszeile',
  'Servers that were found': 'Gefundene Server',
  '{count, plural, =0 {no servers} one {# server} other {# servers}}':
    '{count, plural, =0 {keine Server} one {# Server} other {# Server}}',
  '{count, plural, =0 {no servers} one {# server} other {# servers}} in {files}':
    '{count, plural, =0 {keine Server} one {# Server} other {# Server}} in {files}',
  'Variables and headers: {names}': 'Variablen und Header: {names}',
  'It is given the secrets {names}.': 'Er bekommt die Geheimnisse {names}.',
  'The same is here already as {name}.': 'Den gleichen gibt es hier schon als {name}.',
  '{name} has {size} bytes, more than 5 MB; paste the part with the servers.':
    '{name} hat {size} Bytes, mehr als 5 MB; den Teil mit den Servern einfügen.',
  'Pick a file': 'Datei auswählen',
  'File to import': 'Datei zum Importieren',
  'Export servers': 'Server exportieren',
  'Secrets are named in the file, never written into it; the app that reads it asks for them or takes its variables.':
    'Geheimnisse stehen in der Datei nur mit Namen, nie mit Wert; die App, die sie liest, fragt danach oder nimmt ihre Variablen.',
  file: 'Datei',
  'the file': 'der Datei',
  'Text of {file}': 'Text von {file}',
  'Left out': 'Weggelassen',

  'When it starts': 'Wann er startet',
  'On first use: its tools are offered without it, the first call starts it, and it sleeps again when nobody uses it.':
    'Beim ersten Aufruf: seine Werkzeuge werden auch ohne ihn angeboten, der erste Aufruf startet ihn, und ohne Nutzung schläft er wieder.',
  Always: 'Immer',
  'On first use': 'Beim ersten Aufruf',
  'Sleeps after': 'Schläft nach',
  'Calls, subscriptions and tasks of agents are use. 0 is at once.':
    'Als Nutzung zählen Aufrufe, Abonnements und Aufgaben von Agenten. 0 heißt sofort.',
  'Minutes without use': 'Minuten ohne Nutzung',
  min: 'min',
  '“{minutes}” is not a valid idle time; enter 0 to 1440 whole minutes.':
    '„{minutes}“ ist keine gültige Zeit ohne Nutzung; 0 bis 1440 ganze Minuten angeben.',
  'Last start took': 'Letzter Start dauerte',
  'When it runs': 'Wann er läuft',
  'all the time': 'die ganze Zeit',
  'only while used; sleeps {minutes, plural, =0 {at once} one {after # idle minute} other {after # idle minutes}}':
    'nur bei Nutzung; {minutes, plural, =0 {schläft sofort wieder ein} one {schläft nach # Minute ohne Nutzung} other {schläft nach # Minuten ohne Nutzung}}',
  'Start time': 'Startzeit',
  'how long its last start took': 'wie lange sein letzter Start gedauert hat',
  'Start on first use, and sleep while nobody uses it': 'Beim ersten Aufruf starten, ohne Nutzung schlafen',

  'How it is reached': 'Wie er erreicht wird',
  'a change asks for your approval again': 'eine Änderung verlangt eine neue Freischaltung',
  Edit: 'Bearbeiten',
  'Edit {name}': '{name} bearbeiten',
  '{name} was changed.': '{name} ist geändert.',
  'Whatever is changed but the name asks for your approval again.':
    'Jede Änderung außer am Namen verlangt eine neue Freischaltung.',
  Save: 'Speichern',
  'Arguments, one on each line': 'Argumente, eines je Zeile',
  'Working folder (its own in the data home when empty)': 'Arbeitsordner (leer: sein eigener im Datenordner)',
  'Hosts that it may reach, one on each line': 'Hosts, die er erreichen darf, einer je Zeile',
  'Folders, one on each line: the path here, =, the name that it sees':
    'Ordner, einer je Zeile: der Pfad hier, =, der Name, den er sieht',
  'Headers. A value such as {secret} takes the secret of that name.':
    'Header. Ein Wert wie {secret} nimmt das Geheimnis dieses Namens.',
  'Variables. A value such as {secret} takes the secret of that name.':
    'Variablen. Ein Wert wie {secret} nimmt das Geheimnis dieses Namens.',
  'Header {number}, name': 'Header {number}, Name',
  'Variable {number}, name': 'Variable {number}, Name',
  'Header {number}, value': 'Header {number}, Wert',
  'Variable {number}, value': 'Variable {number}, Wert',
  'kept as it is': 'bleibt, wie er ist',
  value: 'Wert',
  'Remove header {number}': 'Header {number} entfernen',
  'Remove variable {number}': 'Variable {number} entfernen',
  'Add a header': 'Header hinzufügen',
  'Add a variable': 'Variable hinzufügen',
  Runs: 'Läufe',
  'Shared: one run for all agents. One for each: an agent is heard by its own run alone, both ways.':
    'Geteilt: ein Lauf für alle Agenten. Je einer: Ein Agent spricht nur mit seinem eigenen Lauf, in beide Richtungen.',
  Shared: 'Geteilt',
  'One for each agent': 'Einer je Agent',
  'Runner of its own': 'Eigener Runner',
  'A process that starts the server, watches over it, and ends it should the hub be killed.':
    'Ein Prozess, der den Server startet, über ihn wacht und ihn beendet, falls der Hub gewaltsam endet.',
  'After so many seconds a call is given up and the agent hears so. Empty takes the time that Settings has for all servers.':
    'Nach so vielen Sekunden wird ein Aufruf aufgegeben, und der Agent erfährt es. Leer gilt die Zeit, die unter Einstellungen für alle Server steht.',
  'Time for a call, in seconds': 'Zeit für einen Aufruf, in Sekunden',
  'Time to start': 'Zeit zum Starten',
  'Time to start, in seconds': 'Zeit zum Starten, in Sekunden',
  'After so many seconds without an answer to the handshake its start has failed. While npx, uvx or Docker fetches its package it has longer by itself.':
    'Nach so vielen Sekunden ohne Antwort auf den Handshake ist sein Start fehlgeschlagen. Solange npx, uvx oder Docker sein Paket holt, hat er von selbst länger Zeit.',
  '“{seconds}” is not a valid start time; enter 1 to 3600 seconds.':
    '„{seconds}“ ist keine gültige Startzeit; 1 bis 3600 Sekunden angeben.',
  'From your environment': 'Aus deiner Umgebung',
  'as a program in a terminal would get it; nothing else of it':
    'wie ein Programm im Terminal es bekäme; sonst nichts davon',
  'Withheld by its sandbox, because it would lead out of it.':
    'Von seiner Sandbox vorenthalten, weil es aus ihr hinausführen würde.',
  'Comes from': 'Kommt aus',
  Screen: 'Bildschirm',
  'Lets it open windows and browsers, and reach the programs of your session.':
    'Damit kann er Fenster und Browser öffnen und die Programme deiner Sitzung erreichen.',
  Proxies: 'Proxys',
  'How it reaches the network. The user name and password in a proxy address are never shown.':
    'Wie er ins Netz kommt. Benutzername und Passwort in der Adresse eines Proxys werden nie gezeigt.',
  'Certificates and npm': 'Zertifikate und npm',
  'Which authorities it trusts, and where the settings of npm lie.':
    'Welchen Zertifizierungsstellen er vertraut, und wo die Einstellungen von npm liegen.',
  'Language and time zone': 'Sprache und Zeitzone',
  'In which language it writes, and by which clock.': 'In welcher Sprache er schreibt, und nach welcher Uhr.',
  Docker: 'Docker',
  'Which Docker it uses; whoever may use that may do anything there.':
    'Welches Docker er nutzt; wer das darf, darf dort alles.',
  'the start of Pilothouse': 'dem Start von Pilothouse',
  'your login shell': 'deiner Login-Shell',
  'put together': 'zusammengesetzt',
  withheld: 'vorenthalten',
  'its own setting stands in its place': 'an seiner Stelle steht die eigene Einstellung',
  s: 's',
  '“{seconds}” is not a valid call time; enter 1 to 3600 seconds.':
    '„{seconds}“ ist keine gültige Zeit für einen Aufruf; 1 bis 3600 Sekunden angeben.',
  Advice: 'Rat',
  'It needs a run for each agent': 'Er braucht einen Lauf je Agent',
  Discard: 'Verwerfen',
  'Its runs end, and it starts again with this when it is to run.':
    'Seine Läufe enden, und er startet damit neu, wenn er laufen soll.',

  Environment: 'Umgebung',
  'server|Headers': 'Header',
  Variables: 'Variablen',
  'Secrets.': 'Geheimnisse.',
  'You are signed in; its token is kept with the secrets.':
    'Die Anmeldung steht; ihr Token liegt bei den Geheimnissen.',
  'Set the secret {secret}': 'Geheimnis {secret} setzen',
  'Replace the secret {secret}': 'Geheimnis {secret} ersetzen',
  'secret {name}': 'Geheimnis {name}',
  'has no value': 'hat keinen Wert',
  'The secret {name} was kept.': 'Das Geheimnis {name} ist abgelegt.',
  'A server that waits for it starts at once; one that runs gets it with its next start.':
    'Ein Server, der darauf wartet, startet sofort; einer, der läuft, bekommt es beim nächsten Start.',
  'Type the value above': 'Oben den Wert eintippen',
  'Keep it': 'Ablegen',

  Lifecycle: 'Verlauf',
  'last {span}': 'die letzten {span}',
  'Nothing happened to it since the hub started.': 'Seit dem Start des Hubs ist ihm nichts geschehen.',
  'Events, newest first': 'Ereignisse, die neuesten zuerst',
  '{agent}’s run': 'Lauf von {agent}',
  '{name} crashed {crashes} times in this span, now: {state}':
    '{name} ist in dieser Spanne {crashes}-mal abgestürzt, jetzt: {state}',
  '{state} from {time} for {span}': '{state} ab {time}, {span} lang',
  Log: 'Log',
  log: 'Log',
  'The log was cleared.': 'Das Log ist geleert.',
  'Lines from': 'Zeilen von',
  '{count, plural, =0 {no lines} one {# line} other {# lines}}':
    '{count, plural, =0 {keine Zeilen} one {# Zeile} other {# Zeilen}}',
  'Search the log': 'Log durchsuchen',
  Search: 'Suchen',
  Follow: 'Folgen',
  Clear: 'Leeren',
  'Clear the log': 'Log leeren',
  'Its lines are forgotten here and in the files on disk. The server goes on.':
    'Seine Zeilen werden hier und in den Dateien vergessen. Der Server läuft weiter.',
  'It has written nothing yet. Lines appear here while it writes them.':
    'Er hat noch nichts geschrieben. Zeilen erscheinen hier, während er sie schreibt.',
  'No line matches.': 'Keine Zeile passt.',
  Lines: 'Zeilen',

  'What runs': 'Was läuft',
  'Its process': 'Sein Prozess',
  'What it uses': 'Was er verbraucht',
  Command: 'Befehl',
  Module: 'Modul',
  Starts: 'Starts',
  'Automatic starts': 'Automatische Starts',
  'not found on this machine': 'auf diesem Rechner nicht gefunden',
  'Chosen because': 'Gewählt, weil',
  Package: 'Paket',
  'CPU, memory': 'CPU, Speicher',
  '{cpu}, {memory} in {count, plural, =0 {no processes} one {# process} other {# processes}}':
    '{cpu}, {memory} in {count, plural, =0 {keinem Prozess} one {# Prozess} other {# Prozessen}}',
  '{runs, plural, =0 {no runs} one {# run} other {# runs}} up, one for each agent':
    '{runs, plural, =0 {kein Lauf} one {# Lauf} other {# Läufe}}, einer je Agent',
  '{span}, as set for all servers': '{span}, wie für alle Server gesetzt',
  'one, shared by all agents': 'einer, geteilt von allen Agenten',
  'shared, needs one for each agent': 'geteilt, braucht einen je Agent',

  'What it offers is known while it runs; start it to see its prompts.':
    'Was er anbietet, ist bekannt, solange er läuft; starten, um seine Prompts zu sehen.',
  'What it offers is known while it runs; start it to see its resources.':
    'Was er anbietet, ist bekannt, solange er läuft; starten, um seine Ressourcen zu sehen.',
  Prompts: 'Prompts',
  Resources: 'Ressourcen',
  'It lists no resources.': 'Er nennt keine Ressourcen.',
  Templates: 'Vorlagen',
  'addresses that are made by filling in': 'Adressen, die durch Ausfüllen entstehen',
  'It lists no prompts.': 'Er nennt keine Prompts.',
  'The first {shown} of {all} are shown; agents see all of them.':
    'Die ersten {shown} von {all} sind zu sehen; Agenten sehen alle.',
  Resource: 'Ressource',
  Type: 'Typ',
  Prompt: 'Prompt',

  Sandbox: 'Sandbox',
  'can be made here': 'hier möglich',
  'cannot be made here': 'hier nicht möglich',
  Network: 'Netzwerk',
  'What it may reach. Its pipes to Pilothouse are always there.':
    'Was er erreichen darf. Seine Leitungen zu Pilothouse gibt es immer.',
  Hosts: 'Hosts',
  'one on each line': 'einer je Zeile',
  'Folders of your home': 'Ordner des Heimordners',
  'It sees these and no other; what it is started from is always readable.':
    'Er sieht diese und keine anderen; woraus er gestartet wird, ist immer lesbar.',
  'Add a folder': 'Ordner hinzufügen',
  Folders: 'Ordner',
  'Path of folder {number}': 'Pfad von Ordner {number}',
  'May write to folder {number}': 'Darf in Ordner {number} schreiben',
  'may write': 'darf schreiben',
  'reads only': 'liest nur',
  'Remove folder {number}': 'Ordner {number} entfernen',
  Config: 'Konfiguration',

  Approval: 'Freischaltung',
  'Full command': 'Der ganze Befehl',
  Warning: 'Warnung',
  'Data in the wrong place': 'Daten am falschen Ort',
  'Data of this server ({size}, from {time}) lies in {file}, where it gets lost.':
    'Daten dieses Servers ({size}, von {time}) liegen in {file}, wo sie verloren gehen.',
  'It is copied to {to}, where the server finds it.': 'Sie werden nach {to} kopiert, wo der Server sie findet.',
  'It is copied to {to}, and {variable} names it; then the server waits for your approval.':
    'Sie werden nach {to} kopiert, und {variable} nennt die Datei; danach wartet der Server auf die Freischaltung.',
  'The data was copied.': 'Die Daten sind kopiert.',
  'Copy it into its own folder': 'In seinen eigenen Ordner kopieren',
  'What it is given': 'Was er bekommt',
  'It is called without headers.': 'Er wird ohne Header aufgerufen.',
  'It is given no variables.': 'Er bekommt keine Variablen.',
  'A value that looks like a secret stands in the config.':
    'Ein Wert, der wie ein Geheimnis aussieht, steht in der Konfiguration.',
  'It is kept as a secret now, and the config refers to it.':
    'Er liegt jetzt bei den Geheimnissen, und die Konfiguration verweist darauf.',
  'Keep it as a secret': 'Als Geheimnis ablegen',
  'Working folder': 'Arbeitsordner',
  'its own': 'sein eigener',
  'named in its config': 'in der Konfiguration genannt',
  '{count, plural, one {a secret} other {# secrets}} of yours':
    '{count, plural, one {ein Geheimnis} other {# Geheimnisse}} von dir',
  'Documented at {source}': 'Dokumentiert unter {source}',
  'What it is granted is still being read.': 'Was ihm gewährt wird, wird noch gelesen.',
  'Approve and start': 'Freischalten und starten',
  'The approval holds for exactly this, {hash}.': 'Die Freischaltung gilt für genau dies, {hash}.',
  '{count, plural, one {# thing} other {# things}} changed since you approved it':
    '{count, plural, one {# Änderung} other {# Änderungen}} seit der Freischaltung',
  'Changes since the approval': 'Änderungen seit der Freischaltung',

  'Its tools are known once it has run.': 'Seine Tools sind bekannt, sobald er gelaufen ist.',
  'Tools of this server': 'Tools dieses Servers',
  '{offered} of {all, plural, one {# tool} other {# tools}} offered, {bytes}, {tokens} in every agent’s context':
    '{offered} von {all, plural, one {# Tool} other {# Tools}} angeboten, {bytes}, {tokens} im Kontext jedes Agenten',
  '{count, plural, one {# tool} other {# tools}} held back':
    '{count, plural, one {# Tool} other {# Tools}} zurückgehalten',
  '{count, plural, one {# more review} other {# more reviews}} come up as you answer these.':
    '{count, plural, one {# weitere Prüfung folgt} other {# weitere Prüfungen folgen}} nach diesen.',
  'Tools of {name}': 'Tools von {name}',
  'Open {tool} of {name}': '{tool} von {name} öffnen',
  'off for {count, number}': 'aus für {count, number}',
  'Header {name}': 'Header {name}',
  'Variable {name}': 'Variable {name}',
  given: 'gesetzt',
  'not shown, because it looks like a secret': 'nicht gezeigt, weil es wie ein Geheimnis aussieht',
  Folder: 'Ordner',
  Program: 'Programm',
  Transport: 'Transport',
  'Streamable HTTP': 'Streamable HTTP',
  'HTTP with SSE': 'HTTP mit SSE',
  Address: 'Adresse',
  File: 'Datei',
  'May reach {host}': 'Darf {host} erreichen',
  'Sees {folder}': 'Sieht {folder}',
  'May fetch from {host}.': 'Darf von {host} abrufen.',
  'May read and write in {path}, which it sees as {folder}.':
    'Darf in {path} lesen und schreiben und sieht es als {folder}.',
  'Argument {place}': 'Argument {place}',
};
