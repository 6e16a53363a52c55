// German: the names and meanings of rules.
export const rules: Readonly<Record<string, string>> = {
  'The agent was {mode} then.': 'Modus des Agenten war da: {mode}.',
  'own tabs': 'eigene Tabs',
  'opened by a page': 'von einer Seite geöffnet',
  'own tools': 'eigene Tools',
  'The page brought this tool itself, so nobody is asked where its own site calls it.':
    'Die Seite hat dieses Tool selbst mitgebracht; ruft ihre eigene Website es auf, wird nicht gefragt.',
  'reading tool': 'lesendes Tool',
  'approved client': 'freigeschalteter Client',
  'read-only client': 'Client, der nur liest',
  'learning mode': 'Lernmodus',
  'your answer: this use': 'eigene Antwort: dieses Mal',
  'no panel open': 'kein Panel offen',
  'at a gateway': 'an einem Gateway',
  'not answered yet': 'noch nicht beantwortet',
  'changed while it waited': 'während des Wartens geändert',
  'Your rules, or what the call was about, changed while it waited.':
    'Die Regeln oder das, worum es ging, haben sich während des Wartens geändert.',
  'your own call': 'eigener Aufruf',
  'client revoked': 'Client widerrufen',
  'client shut out': 'Client ausgesperrt',
  'You shut this agent out; you can let it in again under Agents.':
    'Dieser Agent wurde ausgesperrt; unter Agenten lässt er sich wieder einlassen.',
  'gates passed': 'alle Prüfungen bestanden',
  'tab moved': 'andere Seite im Tab',
  'frame of another site': 'Frame einer anderen Website',
  'not allowed any more': 'nicht mehr erlaubt',
  'refused in the browser': 'im Browser abgelehnt',
  'no answer in time': 'keine Antwort in der Zeit',
  'not begun': 'nicht begonnen',
  'rule|cancelled': 'abgebrochen',
  'no browser': 'kein Browser',
  'No browser was connected that could have taken it.': 'Kein Browser war verbunden, der ihn hätte annehmen können.',
  'owner: no tab': 'Besitzer: kein Tab',
  'The agent owned no tab.': 'Der Agent besaß keinen Tab.',
  'no such tab': 'Tab nicht da',
  'The tab was not open.': 'Der Tab war nicht offen.',
  'plugin not there': 'Plugin nicht da',
  'The plugin could not be called.': 'Das Plugin ließ sich nicht aufrufen.',
  'server not running': 'Server läuft nicht',
  'The server did not run.': 'Der Server lief nicht.',
  'no target': 'Ziel nicht da',
  'owner: tab {tabId}': 'Besitzer: Tab {tabId}',
  'run: {max, plural, one {# call} other {# calls}}': 'Lauf: {max, plural, one {# Aufruf} other {# Aufrufe}}',
  'origin: {max} at a time': 'Herkunft: {max} zugleich',
  'grant {id}': 'Freigabe {id}',
  'Your grant {id} forbids it.': 'Die eigene Freigabe {id} verbietet es.',
  'policy {id}': 'Richtlinie {id}',
  'fleet {id} (version {version})': 'Flotte {id} (Version {version})',
  'Version {version} of the fleet’s policy, signed by {signer}, had paused all agents.':
    'Version {version} der Richtlinie der Flotte, signiert von {signer}, hatte alle Agenten pausiert.',
  'Version {version} of the fleet’s policy, signed by {signer}, has stopped this agent.':
    'Version {version} der Richtlinie der Flotte, signiert von {signer}, hat diesen Agenten gestoppt.',
  'The rule {id} of the fleet’s policy, version {version}, signed by {signer}, forbids it.':
    'Die Regel {id} der Richtlinie der Flotte, Version {version}, signiert von {signer}, verbietet es.',
  'The rule {id} of the policy file forbids it.': 'Die Regel {id} der Richtliniendatei verbietet es.',
  'mode: {mode}': 'Modus: {mode}',
  'mode: {mode} (this agent)': 'Modus: {mode} (dieser Agent)',
  'hub {id}': 'Hub {id}',
  'plugin {id}': 'Plugin {id}',
  '{names}, only what reads': '{names}, nur was liest',
  'not used yet': 'noch nicht genutzt',
  '{uses, plural, =1 {used once} other {used # times}}': '{uses, plural, =1 {einmal genutzt} other {#-mal genutzt}}',
  '{uses, plural, =1 {used once} other {used # times}}, last {age}':
    '{uses, plural, =1 {einmal genutzt} other {#-mal genutzt}}, zuletzt {age}',
  'not in its plan': 'nicht in seinem Plan',
  'works for another page': 'arbeitet für eine andere Seite',
  'The page worked for one of another origin, which may not do this itself.':
    'Die Seite arbeitete für eine anderer Herkunft, die das selbst nicht darf.',
  'The agent is held to the sites of its plan, or its program held the call to some, and this was another one.':
    'Der Agent hält sich an die Websites seines Plans, oder sein Programm hat den Aufruf auf einige beschränkt, und das war eine andere.',
  'Nobody is asked for what an agent does in its own tabs, as its start says.':
    'Für das, was ein Agent in seinen eigenen Tabs tut, wird nicht gefragt; so sagt es sein Start.',
  'A page in a tab of the agent opened this tab, so it is the agent’s too.':
    'Eine Seite in einem Tab des Agenten hat diesen Tab geöffnet, also gehört er auch dem Agenten.',
  'Its server marks the tool as reading, and making the credential was the approval of its client.':
    'Der Server kennzeichnet das Tool als lesend, und mit dem Zugang wurde der Client freigeschaltet.',
  'Whoever has a credential may read what servers offer to read.':
    'Wer einen Zugang hat, darf lesen, was Server zum Lesen anbieten.',
  'Its start is “Read only”: reading needs no question, acting is refused.':
    'Sein Start ist „Nur lesen“: Lesen braucht keine Frage, Handeln wird abgelehnt.',
  'The learning mode allowed it and wrote it down.': 'Der Lernmodus hat es erlaubt und aufgeschrieben.',
  'You answered for this one call; nothing was kept.': 'Die Antwort galt diesem einen Aufruf; nichts wurde behalten.',
  'A question was needed, and no window of Pilothouse was open to ask it.':
    'Eine Frage war nötig, und kein Fenster von Pilothouse war offen, um sie zu stellen.',
  'A question was needed, and nobody can be asked at a gateway.':
    'Eine Frage war nötig, und an einem Gateway kann niemand gefragt werden.',
  'A question was asked, and not answered while the agent waited.':
    'Eine Frage wurde gestellt und nicht beantwortet, solange der Agent wartete.',
  'You called it yourself; your own calls are asked about by nobody.':
    'Ein eigener Aufruf; nach eigenen Aufrufen fragt niemand.',
  'Its credential was revoked.': 'Sein Zugang wurde widerrufen.',
  'No gate had anything against it.': 'Keine Prüfung hatte etwas dagegen.',
  'The tab belonged to somebody else.': 'Der Tab gehörte jemand anderem.',
  'The budget of its run was used up; Settings has the limits.':
    'Das Budget des Laufs war aufgebraucht; die Grenzen stehen in den Einstellungen.',
  'Too many calls of this web origin were under way; Settings has the limits.':
    'Zu viele Aufrufe dieser Web-Herkunft waren unterwegs; die Grenzen stehen in den Einstellungen.',
  'Agents were {mode} then.': 'Modus der Agenten war da: {mode}.',
  'another client': 'anderer Client',
  'another agent': 'anderer Agent',
  'another permission': 'andere Berechtigung',
  'another tool': 'anderes Tool',
  'another place': 'anderer Ort',
  'it has ended': 'sie ist abgelaufen',
  'the call acts': 'der Aufruf handelt',
  '{rule}, not {call}': '{rule}, nicht {call}',
  'other browser': 'anderer Browser',
  'The agent worked in another browser by then, and had to know that first.':
    'Der Agent arbeitete da schon in einem anderen Browser und musste das zuerst erfahren.',
  'tab of another browser': 'Tab eines anderen Browsers',
  'The agent named a tab that it has in another browser than the one it works in.':
    'Der Agent nannte einen Tab, den er in einem anderen Browser hat als dem, in dem er arbeitet.',
};
