// Tells the compiler that style sheets may be imported for their effect; vite turns them into files.
declare module '*.css';
