// What `pilothouse serve --gateway` and `pilothouse fleet client` say, in German.
import type { GatewayWords } from '../gateway-words.ts';

export const gatewayCliWords: GatewayWords = {
  gatewayNeeds: option => `Ein Gateway braucht ${option}; wofür, steht in docs/gateway.md.`,
  gatewayRuns: (host, port) => `Das Gateway lauscht auf ${host}:${port}; /readyz sagt, ab wann es Aufrufe ausführt.`,
  gatewayDrains: seconds => `Das Gateway nimmt nichts mehr an; laufende Aufrufe haben ${seconds} s bis zum Ende.`,
  gatewayAuditLost: count =>
    `Die Flotte hat ${count} Zeilen des Audits nicht bestätigt; sie stehen hier darüber, ein JSON-Objekt je Zeile, und sind sonst nirgends aufbewahrt.`,
  gatewayNoHost: text =>
    `${JSON.stringify(text)} ist kein Host; einen wie mcp.example.com nennen, mit Port, wo es nicht der übliche ist.`,
  gatewayNoListen: text => `${JSON.stringify(text)} ist keine Adresse zum Lauschen; eine wie 0.0.0.0:8080 nennen.`,
  gatewayPortTaken: listen =>
    `${listen} wird schon von einem anderen Programm benutzt; das beenden oder mit --listen eine andere Adresse nennen.`,
  gatewayStateKey: (file, least) =>
    `${file} muss mindestens ${least} Zeichen eines Geheimnisses enthalten; anlegen mit: head -c 32 /dev/urandom | base64`,
  gatewayNoOtlp: text =>
    `${JSON.stringify(text)} ist keine Adresse eines Empfängers; eine wie https://collector.example:4318 nennen, ohne Abfrage. Was geheim ist, gehört in die Datei von --otlp-headers.`,
  gatewayPlainOtlp: address =>
    `${address} ist eine andere Maschine, und was ohne TLS dorthin geht, lässt sich unterwegs lesen; https verwenden oder es mit --otlp-plain-http erlauben.`,
  gatewayNoHeader: (file, line) =>
    `Zeile ${line} von ${file} ist kein Header; „Name: Wert“ schreiben, höchstens 20, mit einem Wert aus bis zu 4.000 einfachen Zeichen.`,
  gatewayMetricsToken: file =>
    `${file} muss ein Token aus 16 bis 500 einfachen Zeichen ohne Leerzeichen enthalten; anlegen mit: head -c 32 /dev/urandom | base64`,
  gatewayNoGrant: text =>
    `${JSON.stringify(text)} ist keine Erlaubnis; eine Freigabe wie files oder jun/files nennen, mit Werkzeugen dahinter wie files=read,search.`,
  gatewayNeedsGrant: 'Der Client könnte nichts tun; mit --grant nennen, was er verwenden darf.',
  gatewayNoExpiry: text =>
    `${JSON.stringify(text)} ist kein Zeitpunkt, der noch kommt; einen wie 2027-01-31T00:00:00Z nennen.`,
  gatewayNoKey: file =>
    `${file} enthält keinen privaten Ed25519-Schlüssel in PEM; anlegen mit: openssl genpkey -algorithm ed25519`,
  gatewayClientThere: name => `Den Client ${name} gibt es schon; zuerst entfernen oder einen anderen nennen.`,
  gatewayNoClient: name => `Einen Client ${name} gibt es nicht; pilothouse fleet client list nennt die vorhandenen.`,
  gatewayRaced: name => `Jemand hat den Client ${name} inzwischen geändert; ansehen, dann noch einmal versuchen.`,
  gatewayClientAdded: (name, token) =>
    `${name} ist signiert und in der Flotte. Sein Token, das nur dieses eine Mal erscheint:\n${token}`,
  gatewayClientSet: name => `Was ${name} verwenden darf, ist neu signiert und in der Flotte; sein Token bleibt.`,
  gatewayClientRemoved: name => `${name} ist entfernt; jedes Gateway weist ihn von jetzt an ab.`,
  gatewayNoClients: 'Im Bucket der Gateways steht kein Client.',
  gatewayClientStates: {
    good: 'gilt',
    removed: 'entfernt',
    expired: 'abgelaufen',
    unverified: 'mit keinem genannten Schlüssel signiert',
    unchecked: 'nicht geprüft; den Schlüssel, der ihn signiert hat, mit --signer nennen',
  },
};
