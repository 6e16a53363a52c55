// Why the program of a server ended, in German.
import type { ServerFailureReasons } from '../../contract/server-failure-reasons.ts';
import type { Words } from '../reason.ts';

export const serverFailureWords: Words<ServerFailureReasons> = {
  'npm-no-package':
    'npm hat kein Paket „{name}“ gefunden oder darf es nicht haben (E404); den Namen berichtigen oder sich bei der Registry anmelden, die es hat.',
  'npm-integrity': ({ wanted }) =>
    `Was npm geholt hat, ist nicht, was seine Registry versprach (EINTEGRITY)${wanted === null ? '' : ': {wanted} sollte kommen, {got} kam'}; noch einmal versuchen, und beim Betreiber der Registry nachfragen, wenn es so bleibt.`,
  'npm-bad-archive':
    'Das Archiv, das npm geholt hat, ist kaputt ({code}); noch einmal versuchen oder eine andere Version wählen.',
  'npm-no-version': 'npm hat keine Version {wanted} gefunden (ETARGET); eine nennen, die es gibt.',
  'npm-no-network':
    'npm hat {host} nicht erreicht ({code}); das Netz prüfen und den Proxy, falls es einen gibt, dann neu starten.',
  'npm-certificate':
    'npm vertraut dem Zertifikat von {host} nicht ({code}); unter Umgebung in NODE_EXTRA_CA_CERTS die Datei der Stelle nennen, die es ausgestellt hat.',
  'npm-no-permission':
    'npm darf in „{path}“ nicht schreiben ({code}); den Ordner dem eigenen Konto zurückgeben oder in npm_config_cache einen anderen nennen.',
  'npm-other-engine':
    '{name} braucht {wants}, und ausgeführt wird es von {has} (EBADENGINE); eine solche Version installieren.',
  'npm-no-login':
    'npm muss bei {host} angemeldet sein ({code}); in einem Terminal „npm login“ ausführen oder das Token setzen.',
  'npm-no-program': 'Das Paket hat kein Programm, das npx als das gemeinte erkennt; es nennen: npx -p PAKET PROGRAMM.',

  'uv-no-package': 'uv hat kein Paket „{name}“ gefunden; den Namen berichtigen oder den Index nennen, der es hat.',
  'uv-no-version': 'uv hat keine Version {wanted} gefunden; eine nennen, die es gibt.',
  'uv-no-network':
    'uv hat {host} nicht erreicht; das Netz prüfen und den Proxy, falls es einen gibt, dann neu starten.',
  'uv-certificate':
    'uv vertraut dem Zertifikat von {host} nicht ({code}); unter Umgebung UV_SYSTEM_CERTS (in älteren Versionen UV_NATIVE_TLS) auf 1 setzen oder in SSL_CERT_FILE die Datei der Stelle nennen.',
  'uv-no-python': 'uv hat {wanted} nicht gefunden; es mit „uv python install“ installieren oder ein anderes verlangen.',
  'uv-no-program': ({ offered }) =>
    `Das Paket „{name}“ hat kein Programm „{program}“; es mit uvx --from {name} ${
      offered.length === 0 ? 'PROGRAMM' : 'und einem von diesen'
    } starten${offered.length === 0 ? '' : ': {offered}'}.`,
  'uv-no-solution': 'uv bekommt die Pakete nicht zusammen: {said}.',

  'docker-not-running': 'Docker läuft nicht: auf {at} antwortet niemand; es starten, dann diesen Server neu starten.',
  'docker-forbidden':
    'Docker auf {at} darf nicht benutzt werden; das eigene Konto in die Gruppe „docker“ aufnehmen und sich am Rechner neu anmelden.',
  'docker-no-image':
    'Ein Image „{image}“ gibt es nicht, oder es ist nicht erlaubt; den Namen berichtigen oder in einem Terminal „docker login“ ausführen.',
  'docker-no-tag': 'Das Image „{image}“ hat diesen Tag nicht; einen nennen, den es gibt.',
  'docker-no-login': '{host} gibt dieses Image nicht her; in einem Terminal „docker login {host}“ ausführen.',
  'docker-no-network': 'Docker hat {host} nicht erreicht; das Netz prüfen, dann neu starten.',
  'docker-name-taken':
    'Ein Container heißt schon „{name}“; ihn mit „docker rm -f {name}“ entfernen oder --name weglassen.',

  'python-no-module':
    'Python hat kein Modul „{module}“; es in die Umgebung installieren, die dieser Befehl ausführt, oder den Befehl berichtigen.',
  'node-no-module': 'Node.js hat „{module}“ nicht gefunden, das {from} braucht; die Pakete installieren (npm install).',
  'node-file-kind':
    'Node.js kann „{file}“ nicht ausführen, weil es Dateien der Art „{extension}“ nicht kennt; die gebaute Datei nennen oder ein Programm, das sie kennt.',
  'node-too-old': ({ version }) =>
    `Dieses Node.js${version === null ? '' : ' ({version})'} ist zu alt dafür ({said}); ein neueres installieren oder dessen Pfad als Befehl nennen.`,
  'no-program-file':
    'Die Datei „{file}“, die laufen soll, gibt es nicht; den Pfad in den Argumenten berichtigen oder sie erst bauen.',
  'program-exception': 'Er hat {said} geworfen; was dazu führte, steht in seinem Log.',

  'address-taken': ({ address }) =>
    address === null
      ? 'Ein anderes Programm hält die Adresse, auf der er hören will; dieses beenden oder ihm einen anderen Port geben.'
      : 'Ein anderes Programm hält {address}, wo er hören will; dieses beenden oder ihm einen anderen Port geben.',
  'needs-variables': ({ names }) =>
    names.length === 1
      ? 'Er braucht die Variable {names}; sie unter Umgebung setzen.'
      : 'Er braucht die Variablen {names}; sie unter Umgebung setzen.',
  'path-not-permitted':
    'Er darf „{path}“ nicht benutzen, ihm fehlt das Recht dazu; es dem eigenen Konto geben oder einen anderen Pfad nennen.',
  'path-missing': 'Er hat „{path}“ nicht gefunden; den Pfad berichtigen oder ihn anlegen.',
  'other-machine':
    '„{program}“ ist kein Programm für diesen Rechner (exec format error); das für dieses System und diesen Prozessor nehmen.',
  'program-missing': ({ from }) =>
    `Er startet „{program}“, das in seinem PATH nicht gefunden wurde; ${from === null ? 'es' : '{from} ({at})'} installieren oder einen absoluten Pfad angeben.`,
  'server-no-host':
    'Er hat die Adresse von „{host}“ nicht gefunden; den Namen in seinen Einstellungen prüfen und das Netz.',
  'server-refused':
    'Er hat auf {address} niemanden erreicht; starten, womit er sich verbindet, oder die Adresse berichtigen.',
  'server-distrusts':
    'Er vertraut dem Zertifikat eines Hosts nicht, mit dem er sich verbindet ({code}); unter Umgebung in NODE_EXTRA_CA_CERTS oder SSL_CERT_FILE die Datei der Stelle nennen.',
  'memory-full': 'Ihm ist der Speicher ausgegangen; ihm weniger auf einmal geben oder mehr Speicher.',
  'wrong-arguments': 'Er nimmt seine Argumente nicht an: {said}; sie berichtigen.',
};
