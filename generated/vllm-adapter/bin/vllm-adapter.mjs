#!/usr/bin/env node
// In the package before anything is built, so that npm can link the command as soon as it installs.
import '../dist/cli/main.js';
