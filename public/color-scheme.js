// Before the first paint: the scheme that Mantine stored, or the system's, which may change. A file, because the content policy refuses inline scripts.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let stored = null;
    try {
      stored = localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // A browser that refuses storage gets the system's scheme.
    }
    const isDark = stored === 'dark' || (stored !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  };
  apply();
  system.addEventListener('change', apply);
})();
