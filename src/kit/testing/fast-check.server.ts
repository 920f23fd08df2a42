import fc from 'fast-check';

// The same values in every run: what one run finds, the next one finds too.
fc.configureGlobal({ seed: 20_261_123 });

export { fc };
