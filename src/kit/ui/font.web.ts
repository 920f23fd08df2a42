/** Inter comes with the program; the system's font replaces it until it is loaded. */
export const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
