import js from '@eslint/js';

/** Text of puzzles must never become markup. */
const MARKUP = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe'].map((property) => ({
  property,
  message: 'Text of puzzles must not become markup: make elements.',
}));

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // The compiler of TypeScript checks that names exist.
      'no-undef': 'off',
      'array-callback-return': 'error',
      'default-case-last': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      'no-else-return': 'error',
      'no-implicit-coercion': 'error',
      'no-restricted-properties': ['error', ...MARKUP],
      'no-self-compare': 'error',
      'no-shadow': 'error',
      'no-throw-literal': 'error',
      'no-unneeded-ternary': 'error',
      'no-unused-expressions': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'all' }],
      'no-useless-return': 'error',
      'no-var': 'error',
      'object-shorthand': 'error',
      'prefer-arrow-callback': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/studio/page/**/*.js'],
    rules: { 'no-alert': 'error', 'no-console': 'error', 'no-eval': 'error', 'no-implied-eval': 'error' },
  },
];
