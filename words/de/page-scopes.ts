// The Web Agent API's scopes as a page asks for them, in German.
import type { PageScopeWords } from '../page-scopes.ts';

export const pageScopeWords: PageScopeWords = {
  'model:prompt': { title: 'Text erzeugen', text: 'mit dem eigenen Modell; was es schreibt, geht an die Seite' },
  'model:tools': {
    title: 'Ein Modell Tools aufrufen lassen',
    text: 'das Modell wählt aus den Tools, die die Seite aufrufen darf',
  },
  'model:list': { title: 'Modelle auflisten', text: 'welche Anbieter und Modelle es gibt' },
  'mcp:tools.list': { title: 'Tools auflisten', text: 'welche Tools es gibt und was sie verlangen' },
  'mcp:tools.call': { title: 'Tools aufrufen', text: 'nur die angekreuzten; Ergebnisse gehen an die Seite' },
  'mcp:servers.register': {
    title: 'Einen eigenen Server mitbringen',
    text: 'einen MCP-Server der Website, dessen Tools nur ihren Seiten dienen',
  },
  'browser:activeTab.read': { title: 'Diese Seite lesen', text: 'ihren Text, nie Passwörter' },
  'browser:activeTab.interact': { title: 'Klicken und ausfüllen', text: 'auf dieser Seite, wie von Hand' },
  'browser:activeTab.screenshot': { title: 'Bilder dieser Seite aufnehmen', text: 'was von ihr zu sehen ist' },
  'browser:navigate': { title: 'Zu anderen Adressen gehen', text: 'in diesem Tab, mit den eigenen Anmeldungen' },
  'browser:tabs.read': { title: 'Alle Tabs sehen', text: 'Adressen und Titel der offenen Tabs' },
  'browser:tabs.create': {
    title: 'Eigene Tabs öffnen und steuern',
    text: 'beliebige Websites, mit den eigenen Anmeldungen, und liest, was dort steht',
  },
  'web:fetch': {
    title: 'Von anderen Websites abrufen',
    text: 'ohne die eigenen Anmeldungen, an den Grenzen des Browsers vorbei',
  },
  'chat:open': {
    title: 'Den Chat öffnen',
    text: 'ein Feld auf der Seite mit dem eigenen Modell und den Tools ihrer Website',
  },
  'addressBar:suggest': {
    title: 'In der Adressleiste vorschlagen',
    text: 'zu dem, was nach einem Wort der Seite getippt wird',
  },
  'addressBar:context': {
    title: 'Beim Tippen den Tab kennen',
    text: 'Adresse und Titel des Tabs, in dem getippt wird',
  },
  'addressBar:history': { title: 'Den Verlauf lesen', text: 'was früher besucht und gewählt wurde' },
  'addressBar:execute': {
    title: 'Aus der Adressleiste handeln',
    text: 'ruft ein Tool auf, wenn sein Vorschlag gewählt wird',
  },
  'agents:register': { title: 'Einen Agenten anbieten', text: 'andere Seiten können ihn finden und beauftragen' },
  'agents:discover': { title: 'Agenten anderer Seiten sehen', text: 'ihre Namen und was sie können' },
  'agents:invoke': { title: 'Agenten beauftragen', text: 'Agenten anderer Seiten, und was sie antworten' },
  'agents:message': {
    title: 'Mit Agenten Nachrichten austauschen',
    text: 'mit denen anderer Seiten, in beide Richtungen',
  },
  'agents:crossOrigin': {
    title: 'Agenten anderer Websites erreichen',
    text: 'was ihnen gesagt wird, verlässt diese Website',
  },
  'agents:remote': {
    title: 'Agenten auf anderen Geräten erreichen',
    text: 'was ihnen gesagt wird, verlässt dieses Gerät',
  },
};
