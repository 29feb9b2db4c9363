# Fanfare's tasks. `make` alone lists them.

.DEFAULT_GOAL := help
.PHONY: help setup run test check bench format clean

help: ## Lists the tasks
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Installs what building, running and testing need (does nothing if it is there)
	@Scripts/setup test

run: ## Builds and runs Fanfare
	@Scripts/setup run
	@Scripts/run

test: ## Runs all tests, and the examples
	@Scripts/setup test
	@Scripts/test

check: ## Checks format, imports, house rules, builds and documentation
	@Scripts/check

bench: ## Runs the benchmarks, in release mode
	@Scripts/setup test
	swift run -c release --package-path Benchmarks Benchmarks
	swift run -c release --package-path Benchmarks Benchmarks senders
	swift run -c release --package-path Benchmarks Benchmarks mail

format: ## Formats the code
	swift format --in-place --recursive --parallel --configuration .swift-format \
		$(wildcard Sources Tests Examples Benchmarks Package.swift)

clean: ## Removes what builds have left
	rm -rf .build $(wildcard Examples/*/.build Benchmarks/.build)
