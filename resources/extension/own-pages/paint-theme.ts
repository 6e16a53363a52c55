// Dark or light as the system is: a script of the heads of our pages, which a browser waits for before it draws anything of them.

{
  const light = matchMedia('(prefers-color-scheme: light)');
  const paint = () => {
    document.documentElement.dataset.theme = light.matches ? 'light' : 'dark';
  };
  paint();
  light.addEventListener('change', paint);
}
